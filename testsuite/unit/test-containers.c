/* Tests of the containers of analysis/: each operation against a naive model, on random input from
   fixed seeds; sizes at which a representation changes; graphs too deep for recursion. */

#include "bitset.h"
#include "hash.h"
#include "intern.h"
#include "map.h"
#include "scc.h"
#include "sets.h"
#include "unionfind.h"
#include "vec.h"
#include "worklist.h"

#include <check.h>
#include <stdio.h>

Suite *containers_suite (void);

/* Check writes down each assertion it comes to, which takes longer than the operations tested. */

#define expect(condition) ((condition) ? (void)0 : ck_abort_msg ("%s", #condition))

#define expect_eq(a, b)                                                            \
  do {                                                                             \
    uint64_t a_ = (a), b_ = (b);                                                   \
    if (a_ != b_)                                                                  \
      ck_abort_msg ("%s is %ju, %s is %ju", #a, (uintmax_t)a_, #b, (uintmax_t)b_); \
  } while (0)

/* Random numbers: xorshift, so that a seed gives the same run everywhere. */

static uint64_t random_state;

static void seed (int n)
{
  random_state = 88172645463325252u + (uint64_t)n * 1000003;
}

static uint32_t any_u32 (void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

static uint32_t below (uint32_t n)
{
  return any_u32 () % n;
}

static int compare_u32 (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* vec.h */

START_TEST (test_vec)
{
  struct item {
    char name;
    uint64_t value;
  };
  VEC (struct item) items = {0};
  for (uint32_t i = 0; i < 1000; i++) {
    vec_push (&items, (struct item){'a', i});
    expect_eq (items.n, i + 1);
    expect (items.room >= items.n);
  }
  for (uint32_t i = 0; i < 1000; i++)
    expect_eq (items.v[i].value, i);
  vec_last (&items).value = 5;
  expect_eq (vec_pop (&items).value, 5);
  expect_eq (vec_pop (&items).value, 998);
  expect_eq (items.n, 998);
  expect_eq (vec_bytes (&items), items.room * sizeof (struct item));
  struct item *before = items.v;
  vec_clear (&items);
  expect (items.n == 0 && items.room >= 998 && items.v == before);
  vec_resize (&items, 3); /* memory that held something else */
  expect (items.n == 3 && !items.v[0].value && !items.v[2].name);
  vec_free (&items);
  expect (!items.v && !items.n && !items.room);
}
END_TEST

START_TEST (test_vec_arguments)
{
  vec_u32 v[2] = {{0}}, *p = v;
  vec_push (p++, 1);
  expect (p == v + 1 && v[0].n == 1 && v[1].n == 0);
  vec_reserve (&v[0], 100);
  uint32_t room = v[0].room;
  expect (room >= 100 && v[0].n == 1);
  vec_resize (&v[0], room);
  v[0].v[0] = 77;
  vec_push (&v[0], v[0].v[0]); /* from the array that moves */
  expect_eq (v[0].n, room + 1);
  expect_eq (v[0].v[room], 77);
  vec_push (&v[1], vec_pop (&v[0]));
  expect (v[0].n == room && v[1].v[0] == 77);
  vec_free (&v[0]);
  vec_free (&v[1]);
}
END_TEST

/* These end the program with status 1, and a message that nobody needs to see. */

static void silence (void)
{
  if (!freopen ("/dev/null", "w", stderr))
    abort ();
}

START_TEST (test_vec_count_overflow)
{
  static uint32_t one;
  vec_u32 full = {&one, UINT32_MAX, UINT32_MAX};
  silence ();
  vec_push (&full, 1);
}
END_TEST

START_TEST (test_vec_size_overflow)
{
  struct huge {
    char c[(size_t)1 << 40];
  };
  VEC (struct huge) v = {0};
  silence ();
  vec_reserve (&v, UINT32_MAX);
}
END_TEST

START_TEST (test_index_overflow)
{
  static uint32_t one;
  struct hash_index full = {&one, UINT32_MAX / 4 * 3 + 3, HASH_MOST_BITS};
  silence ();
  hash_index_add (&full, 1, NULL, NULL);
}
END_TEST

/* hash.h */

/* Each bit of the input changes each bit of the output in 40 to 60 of 100 cases. */
static void check_avalanche (uint64_t (*hash) (uint64_t))
{
  enum { SAMPLES = 4000 };
  for (int in = 0; in < 64; in++) {
    uint32_t changed[64] = {0};
    for (uint64_t i = 0; i < SAMPLES; i++) {
      uint64_t x = i * 3 + 1, difference = hash (x) ^ hash (x ^ UINT64_C (1) << in);
      for (int out = 0; out < 64; out++)
        changed[out] += difference >> out & 1;
    }
    for (int out = 0; out < 64; out++)
      if (!(changed[out] > SAMPLES * 0.4 && changed[out] < SAMPLES * 0.6))
        ck_abort_msg ("bit %d changes bit %d in %u of %d", in, out, changed[out], SAMPLES);
  }
}

static uint64_t hash_8_bytes (uint64_t x)
{
  return hash_bytes (&x, 8);
}

static uint64_t hash_as_third_of_40 (uint64_t x)
{
  uint64_t words[5] = {1, 2, x, 3, 4};
  return hash_bytes (words, sizeof words);
}

START_TEST (test_hash_avalanche)
{
  check_avalanche (hash_u64);
  check_avalanche (hash_8_bytes);
  check_avalanche (hash_as_third_of_40);
}
END_TEST

/* A bit in one member and one or two in the next do not cancel out; nor do members commute. */
START_TEST (test_hash_add)
{
  uint64_t h = hash_u64 (99), same = hash_add (hash_add (h, 3), 4);
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k <= j; k++) {
        uint64_t one = hash_add (h, 3 ^ UINT64_C (1) << i);
        expect (hash_add (one, 4 ^ (UINT64_C (1) << j | UINT64_C (1) << k)) != same);
      }
  expect (hash_add (hash_add (h, 4), 3) != same);
  expect (hash_add (3, 4) != hash_add (4, 3));
  expect (hash_add (0, 0) != 0 && hash_add (hash_add (0, 0), 0) != hash_add (0, 0));
}
END_TEST

/* Neither the length nor any byte is lost, whatever way the bytes are taken. */
START_TEST (test_hash_bytes)
{
  unsigned char data[80];
  uint64_t seen[81 * 80], n = 0;
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = 0;
  for (size_t length = 0; length <= sizeof data; length++) {
    seen[n++] = hash_bytes (data, length);
    for (size_t i = 0; i < length && n < 81 * 80; i += 3) {
      data[i] = 1;
      expect_eq (hash_bytes (data, length), hash_bytes (data, length));
      seen[n++] = hash_bytes (data, length);
      data[i] = 0;
    }
  }
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < i; j++)
      expect (seen[i] != seen[j]);
  expect_eq (hash_string ("lock"), hash_bytes ("lock", 4));
  expect (hash_pair (1, 2) != hash_pair (2, 1));
  /* the same wherever it lies */
  for (int shift = 0; shift < 8; shift++) {
    memcpy (data + shift, "a string of more than thirty-two bytes", 38);
    expect_eq (hash_bytes (data + shift, 38),
               hash_string ("a string of more than thirty-two bytes"));
  }
}
END_TEST

/* An index whose elements all have one hash, or one of two that meet at the end of the slots. */

struct bad_table {
  uint64_t first, second;
};

static uint64_t bad_hash (const void *table, uint32_t number)
{
  const struct bad_table *t = table;
  return number % 2 ? t->first : t->second;
}

static bool bad_same (const void *table, uint32_t number, const void *key)
{
  (void)table;
  return number == *(const uint32_t *)key;
}

START_TEST (test_index_collisions)
{
  static const struct bad_table tables[] = {{0, 0}, {UINT64_MAX, UINT64_MAX}, {UINT64_MAX, 0}};
  const struct bad_table *t = &tables[_i];
  struct hash_index x = {0};
  for (int round = 0; round < 3; round++) {
    uint32_t n = round == 1 ? 20 : 500; /* a few in many slots, in between */
    for (uint32_t i = 0; i < n; i++) {
      uint64_t hash = bad_hash (t, i);
      expect_eq (hash_index_find (&x, hash, bad_same, t, &i), HASH_NONE);
      hash_index_add (&x, hash, bad_hash, t);
    }
    for (uint32_t i = 0; i < n; i++)
      expect_eq (hash_index_find (&x, bad_hash (t, i), bad_same, t, &i), i);
    hash_index_clear (&x, bad_hash, t);
    for (size_t i = 0; i < hash_index_bytes (&x) / sizeof *x.slots; i++)
      expect_eq (x.slots[i], 0);
  }
  hash_index_free (&x);
  expect_eq (hash_index_bytes (&x), 0);
}
END_TEST

/* map.h */

START_TEST (test_map)
{
  enum { STEPS = 3000 };
  struct map m = {0};
  uint64_t keys[STEPS];
  uint32_t values[STEPS], n = 0;
  seed (_i);
  expect (!map_find (&m, 0) && map_get (&m, 0, 9) == 9 && map_bytes (&m) == 0);
  for (uint32_t step = 0; step < STEPS; step++) {
    uint64_t key = _i % 2 ? below (500) : map_pair (below (25), UINT32_MAX - below (25));
    uint32_t value = any_u32 (), i = 0;
    while (i < n && keys[i] != key)
      i++;
    expect_eq (map_get (&m, key, 12345), i < n ? values[i] : 12345);
    expect ((map_find (&m, key) != NULL) == (i < n));
    switch (below (4)) {
    case 0:
      map_set (&m, key, value);
      break;
    case 1:
      expect (map_add (&m, key, value) == (i == n));
      value = i < n ? values[i] : value;
      break;
    case 2:
      expect_eq (*map_at (&m, key), i < n ? values[i] : 0);
      value = (*map_at (&m, key))++ + 1;
      break;
    default:
      if (i == n)
        continue;
      *map_find (&m, key) = value;
    }
    keys[i] = key;
    values[i] = value;
    n += i == n;
  }
  expect (n > 400);
  expect_eq (map_size (&m), n);
  for (uint32_t i = 0; i < n; i++) { /* in the order of insertion */
    expect_eq (map_key (&m, i), keys[i]);
    expect_eq (map_value (&m, i), values[i]);
  }
  map_free (&m);
  expect (map_size (&m) == 0 && map_bytes (&m) == 0);
}
END_TEST

START_TEST (test_map_growth)
{
  enum { N = 200000 };
  struct map m = {0};
  for (uint32_t i = 0; i < N; i++)
    expect (map_add (&m, (uint64_t)i << 20, i));
  expect (map_bytes (&m) >= (size_t)N * (12 + 4));
  expect (map_bytes (&m) <= (size_t)N * (12 * 3 / 2 + 11));
  for (uint32_t i = 0; i < N; i++)
    expect_eq (map_get (&m, (uint64_t)i << 20, UINT32_MAX), i);
  for (uint32_t i = 0; i < N; i++)
    expect (!map_find (&m, ((uint64_t)i << 20) + 1));
  size_t bytes = map_bytes (&m);
  for (uint32_t round = 0; round < 3; round++) { /* many entries, then few, in the same memory */
    map_clear (&m);
    expect (map_size (&m) == 0 && !map_find (&m, 0) && map_bytes (&m) == bytes);
    for (uint32_t i = 0; i < 50; i++)
      map_set (&m, i, i + round);
    for (uint32_t i = 0; i < 50; i++)
      expect (map_get (&m, i, 0) == i + round && !map_find (&m, (uint64_t)(i + 1) << 20));
  }
  map_free (&m);
}
END_TEST

/* intern.h */

START_TEST (test_strings)
{
  enum { N = 20000 };
  struct strings s = {0};
  char text[40];
  const char *kept[N + 1];
  expect_eq (strings_find (&s, ""), 0);
  for (uint32_t i = 1; i <= N; i++) {
    snprintf (text, sizeof text, "%.*s%u", (int)(i % 9), "variable", i);
    expect_eq (strings_find (&s, text), 0);
    expect_eq (strings_intern (&s, text), i);
    kept[i] = strings_text (&s, i);
    expect (kept[i] != text);
  }
  expect_eq (strings_count (&s), N);
  for (uint32_t i = 1; i <= N; i++) {
    snprintf (text, sizeof text, "%.*s%u", (int)(i % 9), "variable", i);
    expect_eq (strings_intern (&s, text), i);
    expect_eq (strings_find (&s, text), i);
    expect (strcmp (strings_text (&s, i), text) == 0);
    expect_eq (strings_length (&s, i), strlen (text));
    expect (strings_text (&s, i) == kept[i]); /* it has not moved */
  }
  expect_eq (s.i.lookups, 2 * N);
  expect (strings_bytes (&s) >= (size_t)N * (4 + 8 + 8 + 4));
  expect (strings_bytes (&s) <= (size_t)N * 64);
  strings_free (&s);
  expect (strings_count (&s) == 0 && strings_bytes (&s) == 0);
}
END_TEST

/* Lengths around those of words and blocks; prefixes of each other; NULs that count. */
START_TEST (test_string_lengths)
{
  struct strings s = {0};
  enum { LONGEST = 1500 };
  char text[LONGEST + 1];
  memset (text, 'x', LONGEST);
  for (uint32_t n = 0; n <= LONGEST; n++)
    expect_eq (strings_intern_n (&s, text, n), n + 1);
  for (uint32_t n = 0; n <= LONGEST; n++) {
    expect_eq (strlen (strings_text (&s, n + 1)), n);
    expect (memcmp (strings_text (&s, n + 1), text, n) == 0);
  }
  uint32_t zero = strings_intern_n (&s, "a\0b", 3);
  expect (zero != strings_intern (&s, "a"));
  expect (zero != strings_intern_n (&s, "a\0c", 3));
  expect_eq (zero, strings_intern_n (&s, "a\0b", 3));
  expect_eq (strings_length (&s, zero), 3);
  strings_free (&s);
}
END_TEST

START_TEST (test_tuples)
{
  enum { STEPS = 4000, LONGEST = 70 };
  static uint32_t model[STEPS][LONGEST + 1]; /* the length first */
  struct tuples t = {0};
  uint32_t n = 0;
  seed (_i);
  for (uint32_t step = 0; step < STEPS; step++) {
    uint32_t tuple[LONGEST + 1], i = 0, length = below (20) ? below (5) : below (LONGEST + 1);
    tuple[0] = length;
    for (uint32_t k = 1; k <= length; k++)
      tuple[k] = below (4) ? below (4) : UINT32_MAX;
    while (i < n && (model[i][0] != length || memcmp (model[i] + 1, tuple + 1, length * 4)))
      i++;
    expect_eq (tuples_find (&t, tuple + 1, length), i < n ? i + 1 : 0);
    expect_eq (tuples_intern (&t, tuple + 1, length), i + 1);
    if (i == n)
      memcpy (model[n++], tuple, sizeof tuple);
  }
  expect (n > 300);
  expect_eq (tuples_count (&t), n);
  for (uint32_t i = 0; i < n; i++) {
    expect_eq (tuples_length (&t, i + 1), model[i][0]);
    expect (memcmp (tuples_numbers (&t, i + 1), model[i] + 1, model[i][0] * 4) == 0);
  }
  /* a tuple that lies in the interner itself */
  expect_eq (tuples_intern (&t, tuples_numbers (&t, n), tuples_length (&t, n)), n);
  expect_eq (t.i.lookups, STEPS + 1);
  expect_eq (tuples_intern (&t, NULL, 0), tuples_find (&t, model[0], 0));
  tuples_free (&t);
  expect (tuples_count (&t) == 0 && tuples_bytes (&t) == 0);
}
END_TEST

/* So many that their hashes alone no longer tell them apart. */
START_TEST (test_many_tuples)
{
  enum { N = 300000 };
  struct tuples t = {0};
  for (uint32_t i = 0; i < N; i++)
    expect_eq (tuples_intern (&t, (uint32_t[]){i, 1}, 2), i + 1);
  for (uint32_t i = 0; i < N; i++)
    expect_eq (tuples_find (&t, (uint32_t[]){i, 1}, 2), i + 1);
  expect (tuples_bytes (&t) < (size_t)N * (12 + 12 + 11));
  tuples_free (&t);
}
END_TEST

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

/* Elements of four kinds: close together, a few chunks, anywhere, at the borders of chunks. */
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
  uint32_t x = any_element ((int)below (4));
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
  int kind = _i % 4;
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
  expect_eq (sets_bytes (&p[0]), sets_bytes (&p[2]));
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

/* unionfind.h */

START_TEST (test_unionfind)
{
  enum { N = 300 };
  struct unionfind u = {0};
  uint32_t class[N], root[N]; /* model: the least member; and the root as last reported */
  seed (_i);
  unionfind_grow (&u, N / 2);
  unionfind_grow (&u, 10); /* never shrinks */
  expect (u.nodes.n == N / 2 && u.classes == N / 2);
  unionfind_grow (&u, N);
  for (uint32_t i = 0; i < N; i++)
    class[i] = root[i] = i;
  for (int step = 0; step < 2 * N; step++) {
    uint32_t x = below (N), y = below (N), cx = class[x], cy = class[y], size_x = 0, size_y = 0;
    expect (unionfind_same (&u, x, y) == (cx == cy));
    for (uint32_t i = 0; i < N; i++)
      size_x += class[i] == cx, size_y += class[i] == cy;
    uint32_t expected =
        size_x > size_y || (size_x == size_y && root[x] < root[y]) ? root[x] : root[y];
    expect_eq (unionfind_unite (&u, x, y), expected);
    uint32_t least = cx < cy ? cx : cy, classes = 0;
    for (uint32_t i = 0; i < N; i++)
      if (class[i] == cx || class[i] == cy) {
        class[i] = least;
        root[i] = expected;
      }
    for (uint32_t i = 0; i < N; i++) {
      expect_eq (unionfind_least (&u, i), class[i]);
      expect_eq (unionfind_root (&u, i), root[i]);
      classes += class[i] == i;
    }
    expect_eq (u.classes, classes);
    expect_eq (unionfind_size (&u, x), cx == cy ? size_x : size_x + size_y);
  }
  expect (unionfind_bytes (&u) >= N * 8);
  unionfind_free (&u);
  expect (u.nodes.n == 0 && u.classes == 0);
}
END_TEST

START_TEST (test_unionfind_deep)
{
  enum { N = 1 << 20 };
  struct unionfind u = {0};
  unionfind_grow (&u, N);
  for (uint32_t half = 1; half < N; half *= 2) /* trees of the greatest depth */
    for (uint32_t x = 0; x < N; x += 2 * half)
      unionfind_unite (&u, N - 1 - x, N - 1 - x - half);
  expect_eq (u.classes, 1);
  for (uint32_t x = 0; x < N; x++)
    expect_eq (unionfind_least (&u, x), 0);
  unionfind_free (&u);
}
END_TEST

/* scc.h */

enum { SMALL = 24 };

struct small_graph {
  struct arena arena;
  struct csr g;
  bool reach[SMALL][SMALL]; /* by one edge or more */
  uint32_t from[SMALL * SMALL], to[SMALL * SMALL], m;
};

static void any_graph (struct small_graph *s, int n)
{
  *s = (struct small_graph){0};
  seed (n);
  uint32_t nodes = 1 + below (SMALL), most = 1 + below (4);
  s->m = below (nodes * most);
  for (uint32_t e = 0; e < s->m; e++) {
    s->from[e] = below (nodes);
    s->to[e] = below (3) ? below (nodes) : (s->from[e] + 1) % nodes;
    s->reach[s->from[e]][s->to[e]] = true;
  }
  s->g = csr_from_edges (&s->arena, nodes, s->from, s->to, s->m);
  for (uint32_t k = 0; k < nodes; k++)
    for (uint32_t i = 0; i < nodes; i++)
      for (uint32_t j = 0; j < nodes; j++)
        s->reach[i][j] |= s->reach[i][k] && s->reach[k][j];
}

static void check_csr (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  struct csr back = csr_reverse (&s.arena, &s.g);
  expect_eq (s.g.first[s.g.n], s.m);
  expect_eq (back.first[s.g.n], s.m);
  for (uint32_t v = 0; v < s.g.n; v++) {
    uint32_t at = s.g.first[v];
    for (uint32_t e = 0; e < s.m; e++) /* successors in the order of edges */
      if (s.from[e] == v)
        expect_eq (s.g.targets[at++], s.to[e]);
    expect_eq (at, s.g.first[v + 1]);
    at = back.first[v];
    for (uint32_t u = 0; u < s.g.n; u++) /* predecessors ascending, as often as there are edges */
      for (uint32_t e = 0; e < s.m; e++)
        if (s.from[e] == u && s.to[e] == v)
          expect_eq (back.targets[at++], u);
    expect_eq (at, back.first[v + 1]);
  }
  arena_free (&s.arena);
}

START_TEST (test_csr)
{
  for (int graph = 0; graph < 50; graph++)
    check_csr (graph);
}
END_TEST

static void check_scc (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  struct scc r = scc_find (&s.arena, &s.g);
  for (uint32_t u = 0; u < s.g.n; u++)
    for (uint32_t v = 0; v < s.g.n; v++) {
      expect ((r.of[u] == r.of[v]) == (u == v || (s.reach[u][v] && s.reach[v][u])));
      if (s.reach[u][v])
        expect (r.of[u] >= r.of[v]);
    }
  expect_eq (r.first[r.n], s.g.n);
  for (uint32_t c = 0; c < r.n; c++) {
    uint32_t at = r.first[c];
    for (uint32_t v = 0; v < s.g.n; v++)
      if (r.of[v] == c)
        expect_eq (r.members[at++], v);
    expect (at == r.first[c + 1] && at > r.first[c]);
  }
  arena_free (&s.arena);
}

START_TEST (test_scc)
{
  for (int graph = 0; graph < 2000; graph++)
    check_scc (graph);
}
END_TEST

static void postorder (const struct csr *g, uint32_t v, bool *seen, uint32_t *order, uint32_t *n)
{
  seen[v] = true;
  for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
    if (!seen[g->targets[e]])
      postorder (g, g->targets[e], seen, order, n);
  order[(*n)++] = v;
}

static void check_rpo (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  uint32_t entry = below (s.g.n), order[SMALL], n = 0;
  bool seen[SMALL] = {0};
  struct rpo r = rpo_from (&s.arena, &s.g, entry);
  postorder (&s.g, entry, seen, order, &n);
  expect_eq (r.n, n);
  for (uint32_t i = 0; i < n; i++)
    expect_eq (r.nodes[i], order[n - 1 - i]);
  for (uint32_t v = 0; v < s.g.n; v++)
    expect (seen[v] ? r.nodes[r.place[v]] == v : r.place[v] == NODE_NONE);
  arena_free (&s.arena);
}

START_TEST (test_rpo)
{
  for (int graph = 0; graph < 1000; graph++)
    check_rpo (graph);
}
END_TEST

/* What can be reached from V without going through AVOID. */
static void mark_without (const struct csr *g, uint32_t v, uint32_t avoid, bool *seen)
{
  if (v == avoid || seen[v])
    return;
  seen[v] = true;
  for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
    mark_without (g, g->targets[e], avoid, seen);
}

static void check_dominators (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  uint32_t entry = below (s.g.n);
  bool reached[SMALL] = {0}, strict[SMALL][SMALL] = {0};
  struct rpo r = rpo_from (&s.arena, &s.g, entry);
  struct dominators d = dominators_find (&s.arena, &s.g, &r);
  mark_without (&s.g, entry, NODE_NONE, reached);
  for (uint32_t a = 0; a < s.g.n; a++) {
    bool seen[SMALL] = {0};
    mark_without (&s.g, entry, a, seen);
    for (uint32_t b = 0; b < s.g.n; b++) {
      bool expected = reached[a] && reached[b] && !seen[b];
      expect (dominates (&d, a, b) == expected);
      strict[a][b] = expected && a != b;
    }
  }
  for (uint32_t b = 0; b < s.g.n; b++) { /* the parent is dominated by all other dominators */
    uint32_t parent = NODE_NONE;
    for (uint32_t a = 0; a < s.g.n; a++)
      if (strict[a][b] && (parent == NODE_NONE || strict[parent][a]))
        parent = a;
    expect_eq (d.parent[b], parent);
  }
  arena_free (&s.arena);
}

START_TEST (test_dominators)
{
  for (int graph = 0; graph < 2000; graph++)
    check_dominators (graph);
}
END_TEST

/* Graphs of a million nodes: i -> i + 1, and by kind no more, to the first from all, to the last
   from all, to the first from the last. */
START_TEST (test_deep_graphs)
{
  enum { N = 1000000 };
  uint32_t *from = XNEWVEC (uint32_t, 2 * N), *to = XNEWVEC (uint32_t, 2 * N), m = 0;
  for (uint32_t v = 0; v + 1 < N; v++) {
    from[m] = v, to[m++] = v + 1;
    if (_i == 1)
      from[m] = v, to[m++] = 1;
    if (_i == 2)
      from[m] = v, to[m++] = N - 1;
  }
  if (_i == 3)
    from[m] = N - 1, to[m++] = 0;
  struct arena arena = {0};
  struct csr g = csr_from_edges (&arena, N, from, to, m);
  struct scc c = scc_find (&arena, &g);
  struct rpo r = rpo_from (&arena, &g, 0);
  struct dominators d = dominators_find (&arena, &g, &r);
  free (from);
  free (to);
  expect_eq (r.n, N);
  expect_eq (c.n, _i == 0 || _i == 2 ? N : _i == 1 ? 3 : 1);
  for (uint32_t v = 0; v < N; v++) {
    uint32_t last = _i == 2 ? N - 1 : NODE_NONE;
    expect_eq (r.nodes[v], v);
    expect_eq (d.parent[v], v == 0 ? NODE_NONE : v == last ? 0 : v - 1);
    expect (dominates (&d, 0, v) && dominates (&d, v, N - 2) == (v < N - 1));
    expect (dominates (&d, v, N - 1) == (_i != 2 || v == 0 || v == N - 1));
    if (c.n == N)
      expect (c.of[v] == N - 1 - v && c.members[c.first[c.of[v]]] == v);
  }
  if (_i == 1)
    expect (c.of[0] == 2 && c.of[1] == 1 && c.of[N - 2] == 1 && c.of[N - 1] == 0);
  arena_free (&arena);
}
END_TEST

START_TEST (test_complete_graph)
{
  enum { N = 1500 };
  uint32_t *from = XNEWVEC (uint32_t, N * N), *to = XNEWVEC (uint32_t, N * N), m = 0;
  for (uint32_t v = 0; v < N; v++)
    for (uint32_t w = 0; w < N; w++)
      from[m] = v, to[m++] = w;
  struct arena arena = {0};
  struct csr g = csr_from_edges (&arena, N, from, to, m);
  struct scc c = scc_find (&arena, &g);
  struct rpo r = rpo_from (&arena, &g, 3);
  struct dominators d = dominators_find (&arena, &g, &r);
  expect (c.n == 1 && c.first[1] == N && r.n == N);
  for (uint32_t v = 0; v < N; v++)
    expect (c.members[v] == v && d.parent[v] == (v == 3 ? NODE_NONE : 3));
  arena_free (&arena);
  free (from);
  free (to);
}
END_TEST

START_TEST (test_graphs_without_nodes_or_edges)
{
  struct arena arena = {0};
  struct csr none = csr_from_edges (&arena, 0, NULL, NULL, 0);
  expect_eq (scc_find (&arena, &none).n, 0);
  expect_eq (csr_reverse (&arena, &none).first[0], 0);
  struct csr two = csr_from_edges (&arena, 2, NULL, NULL, 0);
  struct scc c = scc_find (&arena, &two);
  expect (c.n == 2 && c.of[0] == 0 && c.of[1] == 1);
  struct rpo r = rpo_from (&arena, &two, 1);
  struct dominators d = dominators_find (&arena, &two, &r);
  expect (r.n == 1 && r.nodes[0] == 1 && r.place[0] == NODE_NONE);
  expect (dominates (&d, 1, 1) && !dominates (&d, 1, 0) && !dominates (&d, 0, 0));
  arena_free (&arena);
}
END_TEST

/* worklist.h */

START_TEST (test_worklist)
{
  enum { N = 500 };
  struct worklist w = {0};
  uint32_t queue[N], n = 0, x, largest = 0; /* model: oldest first */
  seed (_i);
  expect (!worklist_pop (&w, &x));
  for (int step = 0; step < 30000; step++) {
    bool filling = step / 3000 % 2 == 0;
    if (below (5) < (filling ? 3u : 1u)) {
      uint32_t i = 0;
      x = below (N);
      while (i < n && queue[i] != x)
        i++;
      expect (worklist_has (&w, x) == (i < n));
      expect (worklist_push (&w, x) == (i == n));
      queue[i] = x;
      n += i == n;
    } else {
      expect (worklist_pop (&w, &x) == (n > 0));
      if (n) {
        expect_eq (x, queue[0]);
        expect (!worklist_has (&w, x));
        memmove (queue, queue + 1, --n * sizeof *queue);
      }
    }
    expect_eq (w.n, n);
    largest = n > largest ? n : largest;
  }
  expect (largest > 128); /* the ring has grown, more than once */
  expect (worklist_bytes (&w) >= largest * 4 + N / 8);
  worklist_free (&w);
  expect_eq (worklist_bytes (&w), 0);
}
END_TEST

/* Sizes at which the tree of bits gets a level; ranks that differ, are shared, or too large. */
START_TEST (test_ranklist)
{
  static const uint32_t sizes[] = {1, 2, 63, 64, 65, 4096, 4097, 5000};
  uint32_t n = sizes[_i / 3], waiting = 0, x;
  uint32_t *rank = XNEWVEC (uint32_t, n);
  bool *model = XCNEWVEC (bool, n);
  struct ranklist w;
  seed (_i);
  for (uint32_t i = 0; i < n; i++)
    rank[i] = _i % 3 == 0   ? n - 1 - i
              : _i % 3 == 1 ? below (n) / 4
              : i % 2       ? below (n)
                            : any_u32 () | n;
  ranklist_init (&w, rank, n);
  expect (!ranklist_pop (&w, &x));
  for (int step = 0; step < 1500; step++) {
    for (uint32_t k = below (n < 100 ? 4 : 8); k > 0; k--) {
      x = below (n);
      expect (ranklist_has (&w, x) == model[x]);
      expect (ranklist_push (&w, x) == !model[x]);
      waiting += !model[x];
      model[x] = true;
    }
    expect_eq (w.n, waiting);
    for (uint32_t k = below (n < 100 ? 4 : 6); k > 0; k--) {
      uint32_t best = n;
      for (uint32_t i = 0; i < n; i++)
        if (model[i]) {
          uint32_t new = rank[i] < n ? rank[i] : n,
                   old = best == n || rank[best] >= n ? n : rank[best];
          if (best == n || new < old)
            best = i;
        }
      expect (ranklist_pop (&w, &x) == (best < n));
      if (best == n)
        break;
      expect_eq (x, best);
      expect (!ranklist_has (&w, x));
      model[best] = false;
      waiting--;
    }
  }
  expect (ranklist_bytes (&w) >= n * 8);
  ranklist_free (&w);
  expect_eq (ranklist_bytes (&w), 0);
  free (rank);
  free (model);
}
END_TEST

START_TEST (test_ranklist_large)
{
  enum { N = 300000 }; /* four levels */
  uint32_t *rank = XNEWVEC (uint32_t, N), x;
  struct ranklist w;
  for (uint32_t i = 0; i < N; i++)
    rank[i] = (uint32_t)((uint64_t)i * 7919 % N);
  ranklist_init (&w, rank, N);
  expect_eq (w.levels, 4);
  for (uint32_t i = 0; i < N; i++)
    expect (ranklist_push (&w, i));
  for (uint32_t i = 0; i < N; i++) {
    expect (ranklist_pop (&w, &x));
    expect_eq (rank[x], i);
  }
  expect (!ranklist_pop (&w, &x));
  ranklist_free (&w);
  ranklist_init (&w, NULL, 0);
  expect (!ranklist_pop (&w, &x));
  ranklist_free (&w);
  free (rank);
}
END_TEST

static TCase *group (Suite *suite, const char *name)
{
  TCase *tests = tcase_create (name);
  tcase_set_timeout (tests, 120);
  suite_add_tcase (suite, tests);
  return tests;
}

Suite *containers_suite (void)
{
  Suite *suite = suite_create ("containers");

  TCase *tests = group (suite, "vec");
  tcase_add_test (tests, test_vec);
  tcase_add_test (tests, test_vec_arguments);
  tcase_add_exit_test (tests, test_vec_count_overflow, 1);
  tcase_add_exit_test (tests, test_vec_size_overflow, 1);

  tests = group (suite, "hash and map");
  tcase_add_test (tests, test_hash_avalanche);
  tcase_add_test (tests, test_hash_add);
  tcase_add_test (tests, test_hash_bytes);
  tcase_add_loop_test (tests, test_index_collisions, 0, 3);
  tcase_add_exit_test (tests, test_index_overflow, 1);
  tcase_add_loop_test (tests, test_map, 0, 4);
  tcase_add_test (tests, test_map_growth);

  tests = group (suite, "interners");
  tcase_add_test (tests, test_strings);
  tcase_add_test (tests, test_string_lengths);
  tcase_add_loop_test (tests, test_tuples, 0, 3);
  tcase_add_test (tests, test_many_tuples);

  tests = group (suite, "sets");
  tcase_add_loop_test (tests, test_sets, 0, 8);
  tcase_add_test (tests, test_set_sizes);
  tcase_add_test (tests, test_set_ends);
  tcase_add_test (tests, test_set_part);
  tcase_add_test (tests, test_set_from_unsorted);
  tcase_add_test (tests, test_set_memo);

  tests = group (suite, "bitset, unionfind, worklist");
  tcase_add_loop_test (tests, test_bitset, 0, 2);
  tcase_add_test (tests, test_bitset_ends);
  tcase_add_loop_test (tests, test_unionfind, 0, 4);
  tcase_add_test (tests, test_unionfind_deep);
  tcase_add_loop_test (tests, test_worklist, 0, 3);
  tcase_add_loop_test (tests, test_ranklist, 0, 8 * 3);
  tcase_add_test (tests, test_ranklist_large);

  tests = group (suite, "graphs");
  tcase_add_test (tests, test_csr);
  tcase_add_test (tests, test_scc);
  tcase_add_test (tests, test_rpo);
  tcase_add_test (tests, test_dominators);
  tcase_add_loop_test (tests, test_deep_graphs, 0, 4);
  tcase_add_test (tests, test_complete_graph);
  tcase_add_test (tests, test_graphs_without_nodes_or_edges);
  return suite;
}
