/* Tests of sets.h and bitset.h: each operation against a naive model, on random
   input from fixed seeds; sizes at which a representation changes. */

#include "bitset.h"
#include "containers.h"
#include "sets.h"

#include <stdio.h>

Suite *sets_suite (void);

/* sets.h.  The model of a set is an ascending array. */

enum { MODEL_ROOM = 1200 };

struct model {
  setid id;
  uint32_t n, v[MODEL_ROOM];
};

static void model_sort (struct model *m)
{
  uint32_t n = 0;
  qsort (m->v, m->n, sizeof *m->v, compare_u32);
  for (uint32_t i = 0; i < m->n; i++)
    if (!n || m->v[n - 1] != m->v[i])
      m->v[n++] = m->v[i];
  m->n = n;
}

static bool model_has (const struct model *m, uint32_t x)
{
  return bsearch (&x, m->v, m->n, sizeof x, compare_u32) != NULL;
}

static void model_union (struct model *r, const struct model *a, const struct model *b)
{
  memcpy (r->v, a->v, a->n * sizeof *a->v);
  memcpy (r->v + a->n, b->v, b->n * sizeof *b->v);
  r->n = a->n + b->n;
  model_sort (r);
}

/* The elements of A that are in B, or that are not. */
static void model_filter (struct model *r, const struct model *a, const struct model *b, bool in_b)
{
  r->n = 0;
  for (uint32_t i = 0; i < a->n; i++)
    if (model_has (b, a->v[i]) == in_b)
      r->v[r->n++] = a->v[i];
}

/* Everything that can be asked of a set. */
static void check_set (const struct sets *p, const struct model *m)
{
  static uint32_t out[MODEL_ROOM];
  uint32_t i = 0, x = 12345;
  expect_eq (sets_size (p, m->id), m->n);
  for (struct set_iter e = sets_each (p, m->id); set_next (&e); i++) {
    expect (i < m->n);
    expect_eq (e.x, m->v[i]);
  }
  expect_eq (i, m->n);
  i = 0;
  for (struct set_iter e = sets_each (p, m->id); set_next_word (&e, &x);)
    for (; e.mask; e.mask &= e.mask - 1, i++)
      expect (i < m->n && m->v[i] == x * 64 + (unsigned)__builtin_ctzll (e.mask));
  expect_eq (i, m->n);
  x = 12345;
  sets_elements (p, m->id, out);
  expect (memcmp (out, m->v, m->n * sizeof *out) == 0);
  expect (sets_is_single (p, m->id, &x) == (m->n == 1));
  expect_eq (x, m->n == 1 ? m->v[0] : 12345);
  expect ((m->id == SETS_EMPTY) == (m->n == 0));
  for (int k = 0; k < 8; k++) {
    x = m->n && k % 2 ? m->v[below (m->n)] + below (3) - 1 : any_u32 ();
    expect (sets_has (p, m->id, x) == model_has (m, x));
  }
}

/* Elements of five kinds: close together, a few chunks, anywhere, at the borders of chunks, a few
   pages. */
static uint32_t any_element (int kind)
{
  static const uint32_t borders[] = {0,
                                     1,
                                     62,
                                     63,
                                     64,
                                     65,
                                     127,
                                     128,
                                     191,
                                     192,
                                     UINT32_MAX - 128,
                                     UINT32_MAX - 127,
                                     UINT32_MAX - 64,
                                     UINT32_MAX - 63,
                                     UINT32_MAX - 62,
                                     UINT32_MAX - 1,
                                     UINT32_MAX};
  switch (kind) {
  case 0:
    return 1000 + below (80);
  case 1:
    return below (600);
  case 2:
    return below (8) ? below (3000) * 64 : any_u32 ();
  case 4:
    return below (9000) + below (2) * 100000;
  default:
    return borders[below (sizeof borders / sizeof *borders)];
  }
}

static void any_set (struct sets *p, struct model *m, int kind)
{
  m->n = below (3) ? below (10) : below (150);
  for (uint32_t i = 0; i < m->n; i++)
    m->v[i] = any_element (kind);
  if (below (2))
    model_sort (m);
  m->id = sets_from (p, m->v, m->n);
  model_sort (m);
}

static void check_operation (struct sets *p, const struct model *a, const struct model *b,
                             struct model *r)
{
  uint32_t x = any_element ((int)below (5));
  switch (below (5)) {
  case 0:
    model_union (r, a, b);
    r->id = sets_union (p, a->id, b->id);
    expect_eq (r->id, sets_union (p, b->id, a->id));
    break;
  case 1:
    model_filter (r, a, b, true);
    r->id = sets_intersection (p, a->id, b->id);
    expect_eq (r->id, sets_intersection (p, b->id, a->id));
    break;
  case 2:
    model_filter (r, a, b, false);
    r->id = sets_difference (p, a->id, b->id);
    break;
  case 3:
    *r = *a;
    r->v[r->n++] = x;
    model_sort (r);
    r->id = sets_add (p, a->id, x);
    break;
  default:
    model_filter (r, a, b, false);
    expect (sets_subset (p, a->id, b->id) == (r->n == 0));
    model_filter (r, a, b, true);
    expect (sets_meet (p, a->id, b->id) == (r->n != 0));
    r->id = sets_from (p, r->v, r->n);
  }
}

/* Random operations on a crowd of sets, where results take the place of operands.  Equal contents
   have equal ids, and an id never changes its contents. */
START_TEST (test_sets)
{
  enum { CROWD = 60, STEPS = 12000 };
  static struct model crowd[CROWD], r;
  struct sets p = {0};
  int kind = _i % 5;
  seed (_i);
  for (uint32_t i = 0; i < CROWD; i++) {
    any_set (&p, &crowd[i], kind);
    check_set (&p, &crowd[i]);
  }
  for (uint32_t step = 0; step < STEPS; step++) {
    const struct model *a = &crowd[below (CROWD)], *b = &crowd[below (CROWD)];
    if (below (10) == 0)
      any_set (&p, &r, kind);
    else
      check_operation (&p, a, b, &r);
    check_set (&p, &r);
    for (uint32_t i = 0; i < CROWD; i++) {
      bool equal = crowd[i].n == r.n && memcmp (crowd[i].v, r.v, r.n * sizeof *r.v) == 0;
      expect ((crowd[i].id == r.id) == equal);
    }
    if (r.n < MODEL_ROOM / 4)
      crowd[below (CROWD)] = r;
  }
  for (uint32_t i = 0; i < CROWD; i++)
    check_set (&p, &crowd[i]);
  sets_free (&p);
  expect (sets_count (&p) == 0 && sets_bytes (&p) == 0);
}
END_TEST

/* Every size up to three chunks, beginning at every place around a border, with every step. */
START_TEST (test_set_sizes)
{
  static const uint32_t begins[] = {0, 1, 57, 58, 63, 64, UINT32_MAX - 600};
  static struct model m, r;
  struct sets p = {0};
  for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
    for (uint32_t step = 1; step <= 65; step += 32)
      for (uint32_t n = 0; n <= 140; n += n < 10 ? 1 : 13) {
        setid grown = SETS_EMPTY;
        m.n = 0;
        for (uint32_t i = 0; i < n && begins[b] + (uint64_t)i * step <= UINT32_MAX; i++) {
          m.v[m.n++] = begins[b] + i * step;
          grown = sets_add (&p, grown, m.v[i]);
        }
        m.id = sets_from (&p, m.v, m.n);
        expect_eq (m.id, grown);
        check_set (&p, &m);
        for (uint32_t i = 0; i < m.n; i++) { /* without its i-th element */
          setid one = sets_single (&p, m.v[i]);
          r.id = sets_difference (&p, m.id, one);
          r.n = m.n - 1;
          memcpy (r.v, m.v, i * sizeof *m.v);
          memcpy (r.v + i, m.v + i + 1, (m.n - i - 1) * sizeof *m.v);
          check_set (&p, &r);
          expect (sets_subset (&p, r.id, m.id) && !sets_subset (&p, m.id, r.id));
          expect (!sets_meet (&p, r.id, one) && sets_meet (&p, m.id, one));
          expect_eq (sets_add (&p, r.id, m.v[i]), m.id);
          expect_eq (sets_union (&p, r.id, one), m.id);
          expect_eq (sets_intersection (&p, m.id, one), one);
        }
      }
  sets_free (&p);
}
END_TEST

START_TEST (test_set_ends)
{
  struct sets p = {0};
  uint32_t x = 0;
  expect_eq (sets_from (&p, NULL, 0), SETS_EMPTY);
  expect_eq (sets_union (&p, 0, 0), 0);
  expect_eq (sets_intersection (&p, 0, 0), 0);
  expect_eq (sets_difference (&p, 0, 0), 0);
  expect (sets_subset (&p, 0, 0) && !sets_meet (&p, 0, 0) && !sets_has (&p, 0, 0));
  setid last = sets_single (&p, UINT32_MAX), zero = sets_add (&p, SETS_EMPTY, 0);
  expect (last == 1 && zero == 2);
  expect (sets_is_single (&p, last, &x) && x == UINT32_MAX);
  expect (sets_subset (&p, 0, last) && !sets_subset (&p, last, 0));
  setid both = sets_union (&p, zero, last);
  expect (sets_size (&p, both) == 2 && sets_has (&p, both, 0) && sets_has (&p, both, UINT32_MAX));
  static uint32_t high[64]; /* exactly the last chunk */
  for (uint32_t i = 0; i < 64; i++)
    high[i] = UINT32_MAX - 63 + i;
  setid chunk = sets_from (&p, high, 64);
  expect (sets_size (&p, chunk) == 64 && sets_subset (&p, last, chunk));
  expect (!sets_meet (&p, zero, chunk) && sets_meet (&p, both, chunk));
  expect_eq (sets_intersection (&p, both, chunk), last);
  expect_eq (sets_difference (&p, both, chunk), zero);
  sets_free (&p);
}
END_TEST

/* A large part of a large set, by all the ways that must not make a new one. */
START_TEST (test_set_part)
{
  enum { N = 50000 };
  static uint32_t v[N];
  struct sets p = {0};
  for (uint32_t i = 0; i < N; i++)
    v[i] = i * 7;
  setid all = sets_from (&p, v, N), half = sets_from (&p, v + N / 4, N / 2);
  setid few = sets_from (&p, v + 100, 5);
  for (int round = 0; round < 2; round++) {
    uint32_t room = p.scratch.room, n = sets_count (&p);
    size_t bytes = p.tuples.i.arena.bytes;
    uint64_t made = p.tuples.i.lookups;
    expect_eq (sets_union (&p, half, all), all);
    expect_eq (sets_union (&p, all, half), all);
    expect_eq (sets_union (&p, few, all), all);
    expect_eq (sets_add (&p, all, v[N - 1]), all);
    expect_eq (sets_intersection (&p, few, all), few);
    expect_eq (sets_difference (&p, few, half), few);
    expect (p.scratch.room == room && sets_count (&p) == n && p.tuples.i.lookups == made);
    expect_eq (sets_intersection (&p, all, half), half);
    expect_eq (sets_difference (&p, half, few), half);
    expect_eq (sets_difference (&p, half, all), SETS_EMPTY);
    expect (sets_count (&p) == n && p.tuples.i.arena.bytes == bytes);
    expect (p.tuples.i.lookups == made);
  }
  setid rest = sets_difference (&p, all, half);
  expect_eq (sets_size (&p, rest), N / 2);
  expect_eq (sets_union (&p, rest, half), all);
  expect (!sets_meet (&p, rest, half) && !sets_subset (&p, rest, half));
  expect (sets_bytes (&p) < N * sizeof *v * 40);
  sets_free (&p);
}
END_TEST

/* A set that gets and loses one element at a time, and has most in common with the one before. */
START_TEST (test_set_grown)
{
  enum { N = 20000 };
  static setid grown[N + 1];
  struct sets p = {0};
  for (uint32_t i = 0; i < N; i++)
    grown[i + 1] = sets_add (&p, grown[i], i);
  for (uint32_t i = 0; i <= N; i += 999) {
    uint32_t n = 0;
    for (struct set_iter e = sets_each (&p, grown[i]); set_next (&e); n++)
      expect_eq (e.x, n);
    expect (n == i && sets_size (&p, grown[i]) == i);
    expect (!sets_has (&p, grown[i], i) && (!i || sets_has (&p, grown[i], i - 1)));
    expect (sets_subset (&p, grown[i / 2], grown[i]));
    expect_eq (sets_intersection (&p, grown[i], grown[i / 3]), grown[i / 3]);
    setid rest = sets_difference (&p, grown[N], grown[i]);
    expect (sets_size (&p, rest) == N - i && !sets_meet (&p, rest, grown[i]));
    expect (i == N || sets_meet (&p, rest, sets_add (&p, grown[i], N - 1)));
    expect_eq (sets_union (&p, rest, grown[i]), grown[N]);
  }
  for (uint32_t i = N; i > 0; i--)
    expect_eq (sets_difference (&p, grown[i], sets_single (&p, i - 1)), grown[i - 1]);
  expect (sets_bytes (&p) < N * 700); /* copies of all would take three times as much */
  sets_free (&p);
}
END_TEST

/* Unsorted arrays of all sizes around the change of the sorting method, and with common bytes. */
START_TEST (test_set_from_unsorted)
{
  static struct model m;
  struct sets p = {0};
  seed (1);
  for (uint32_t n = 0; n < 1000; n += n < 140 ? 1 : 97)
    for (int bits = 0; bits <= 32; bits += 4) {
      m.n = n;
      for (uint32_t i = 0; i < n; i++)
        m.v[i] = bits ? any_u32 () >> (32 - bits) << (bits % 3 ? 32 - bits : 0) : 77;
      m.id = sets_from (&p, m.v, n);
      model_sort (&m);
      check_set (&p, &m);
      expect_eq (sets_from (&p, m.v, m.n), m.id);
    }
  sets_free (&p);
}
END_TEST

/* The same calls give the same ids, whatever the memo knows: one pool forgets all the time. */
START_TEST (test_set_memo)
{
  enum { CROWD = 150, STEPS = 20000 };
  static struct model m;
  struct sets p[3] = {0};
  setid crowd[CROWD][3];
  seed (5);
  for (uint32_t i = 0; i < CROWD; i++) {
    any_set (&p[0], &m, 1);
    crowd[i][0] = m.id;
    crowd[i][1] = sets_from (&p[1], m.v, m.n);
    crowd[i][2] = sets_from (&p[2], m.v, m.n);
  }
  for (uint32_t step = 0; step < STEPS; step++) {
    uint32_t a = below (CROWD), b = below (CROWD), to = below (CROWD), kind = below (4);
    uint32_t fresh = any_element (2);
    setid result[3];
    if (p[1].memo)
      memset (p[1].memo, 0, sizeof *p[1].memo << p[1].memo_bits);
    for (int k = 0; k < 3; k++) {
      setid x = crowd[a][k], y = crowd[b][k];
      result[k] = kind == 0   ? sets_union (&p[k], x, y)
                  : kind == 1 ? sets_intersection (&p[k], x, y)
                  : kind == 2 ? sets_difference (&p[k], x, y)
                              : sets_add (&p[k], x, fresh);
    }
    expect_eq (result[0], result[1]);
    expect_eq (result[0], result[2]);
    if (below (20) == 0 && sets_size (&p[0], result[0]) > 20)
      memcpy (crowd[to], result, sizeof result);
  }
  expect_eq (p[0].lookups, p[1].lookups);
  expect_eq (p[0].hits, p[2].hits);
  expect (p[0].hits > p[0].lookups / 50);
  expect_eq (p[1].hits, 0);
  expect_eq (sets_count (&p[0]), sets_count (&p[1]));
  expect_eq (tuples_bytes (&p[0].tuples), tuples_bytes (&p[2].tuples));
  expect_eq (p[0].memo_bits, p[2].memo_bits);
  expect (p[0].memo_bits > 10); /* it has grown, and kept what it knew */
  for (int k = 0; k < 3; k++)
    sets_free (&p[k]);
}
END_TEST

/* bitset.h */

START_TEST (test_bitset)
{
  enum { UNIVERSE = 1000 };
  struct bitset b[4] = {0};
  static bool model[4][UNIVERSE];
  memset (model, 0, sizeof model);
  seed (_i);
  for (int step = 0; step < 20000; step++) {
    uint32_t k = below (4), j = below (4), x = below (below (2) ? 130 : UNIVERSE);
    bool *m = model[k], *o = model[j], changed = false;
    switch (below (40)) {
    case 0:
      for (uint32_t i = 0; i < UNIVERSE; i++)
        changed |= o[i] && !m[i], m[i] |= o[i];
      expect (bitset_unite (&b[k], &b[j]) == changed);
      break;
    case 1:
      for (uint32_t i = 0; i < UNIVERSE; i++)
        changed |= m[i] && !o[i], m[i] &= o[i];
      expect (bitset_intersect (&b[k], &b[j]) == changed);
      break;
    case 2:
      if (j == k)
        continue;
      for (uint32_t i = 0; i < UNIVERSE; i++)
        changed |= m[i] && o[i], m[i] &= !o[i];
      expect (bitset_subtract (&b[k], &b[j]) == changed);
      break;
    case 3:
      if (below (20))
        break;
      bitset_clear (&b[k]);
      memset (m, 0, UNIVERSE);
      break;
    case 4 ... 14:
      expect (bitset_remove (&b[k], x) == m[x]);
      m[x] = false;
      break;
    default:
      expect (bitset_add (&b[k], x) == !m[x]);
      m[x] = true;
    }
    uint64_t next = bitset_next (&b[k], 0), count = 0;
    for (uint32_t i = 0; i < UNIVERSE; i++) {
      expect (bitset_has (&b[k], i) == m[i]);
      if (m[i]) {
        expect_eq (next, i);
        next = bitset_next (&b[k], next + 1);
        count++;
      }
    }
    expect_eq (next, BITSET_END);
    expect_eq (bitset_count (&b[k]), count);
  }
  for (int k = 0; k < 4; k++)
    bitset_free (&b[k]);
}
END_TEST

START_TEST (test_bitset_ends)
{
  struct bitset b = {0};
  expect (!bitset_has (&b, UINT32_MAX) && !bitset_remove (&b, UINT32_MAX));
  expect (bitset_next (&b, 0) == BITSET_END && bitset_next (&b, UINT64_MAX) == BITSET_END);
  expect_eq (bitset_bytes (&b), 0);
  expect (bitset_add (&b, 63) && bitset_bytes (&b) >= 8);
  expect (!bitset_has (&b, 64) && !bitset_has (&b, 127) && bitset_add (&b, 64));
  expect (bitset_next (&b, 64) == 64 && bitset_next (&b, 65) == BITSET_END);
  bitset_clear (&b);
  expect (bitset_add (&b, 100) && bitset_next (&b, 0) == 100); /* nothing came back */
  bitset_free (&b);
}
END_TEST

Suite *sets_suite (void)
{
  Suite *suite = suite_create ("sets");

  TCase *tests = group (suite, "sets");
  tcase_add_loop_test (tests, test_sets, 0, 10);
  tcase_add_test (tests, test_set_sizes);
  tcase_add_test (tests, test_set_ends);
  tcase_add_test (tests, test_set_part);
  tcase_add_test (tests, test_set_grown);
  tcase_add_test (tests, test_set_from_unsorted);
  tcase_add_test (tests, test_set_memo);

  tests = group (suite, "bitset");
  tcase_add_loop_test (tests, test_bitset, 0, 2);
  tcase_add_test (tests, test_bitset_ends);
  return suite;
}
