/* Tests of vec.h, hash.h, map.h, keys.h and intern.h: each operation against a naive model, on random
   input from fixed seeds; sizes at which a representation changes. */

#include "containers.h"
#include "hash.h"
#include "intern.h"
#include "keys.h"
#include "map.h"
#include "vec.h"

#include <stdio.h>

Suite *containers_suite (void);

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
  expect (map_bytes (&m) <= (size_t)N * (12 * 3 / 2 + 16));
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

/* The newest go, and what is left is found as if they had never been; also if the index has grown
   meanwhile. */
START_TEST (test_map_cut)
{
  struct map m = {0};
  map_cut (&m, 0);
  for (uint32_t kept = 0; kept < 3000; kept = kept * 2 + 1) {
    for (uint32_t i = map_size (&m); i < kept + 1000; i++)
      expect (map_add (&m, (uint64_t)i << 20 | kept, i));
    map_cut (&m, kept);
    expect_eq (map_size (&m), kept);
    for (uint32_t i = 0; i < kept; i++)
      expect_eq (map_get (&m, map_key (&m, i), UINT32_MAX), i);
    for (uint32_t i = kept; i < kept + 1000; i++)
      expect (!map_find (&m, (uint64_t)i << 20 | kept));
  }
  map_cut (&m, 0);
  expect (map_size (&m) == 0 && !map_find (&m, 0));
  map_free (&m);
}
END_TEST

/* keys.h */

START_TEST (test_keys)
{
  struct keys keys = {0};
  struct map known = {0};
  seed (_i);
  for (uint32_t i = 0; i < 20000; i++) {
    uint64_t key = 1 + map_pair (below (97), below (211));
    expect_eq (keys_add (&keys, key), map_add (&known, key, 1));
    expect_eq (keys.n, map_size (&known));
  }
  for (uint64_t bit = 1; bit; bit <<= 1)
    expect_eq (keys_add (&keys, bit), map_add (&known, bit, 1));
  for (uint32_t i = 0; i < map_size (&known); i++)
    expect (!keys_add (&keys, map_key (&known, i)));
  keys_free (&keys);
  expect (!keys.slots && !keys.n && keys_add (&keys, 7) && !keys_add (&keys, 7));
  keys_free (&keys);
  map_free (&known);
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
  expect (tuples_bytes (&t) < (size_t)N * (12 + 12 + 16));
  tuples_free (&t);
}
END_TEST

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
  tcase_add_test (tests, test_map_cut);

  tests = group (suite, "interners");
  tcase_add_loop_test (tests, test_keys, 0, 3);
  tcase_add_test (tests, test_strings);
  tcase_add_test (tests, test_string_lengths);
  tcase_add_loop_test (tests, test_tuples, 0, 3);
  tcase_add_test (tests, test_many_tuples);
  return suite;
}
