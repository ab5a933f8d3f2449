/* Tests of numbers.h: against all numbers of small types, on random input from fixed seeds. */

#include "containers.h"
#include "numbers.h"

Suite *numbers_suite (void);

enum { MOST_BITS = 6 };

static struct integer_type random_type (void)
{
  struct integer_type t = {.bits = (uint8_t)(2 + below (MOST_BITS - 1)), .is_unsigned = below (2)};
  return t;
}

static int64_t lowest (struct integer_type t)
{
  return t.is_unsigned ? 0 : -(1 << (t.bits - 1));
}

static int64_t highest (struct integer_type t)
{
  return (1 << (t.bits - !t.is_unsigned)) - 1;
}

/* As the machine does it. */
static int64_t fit (int64_t k, struct integer_type t)
{
  int64_t size = 1 << t.bits;
  k = ((k % size) + size) % size;
  return k > highest (t) ? k - size : k;
}

static bool contains (const struct number *n, int64_t k)
{
  if (n->none || k < n->low || k > n->high)
    return false;
  if (!n->n)
    return (((k - n->rest) % (int64_t)n->unit) + (int64_t)n->unit) % (int64_t)n->unit == 0;
  for (uint32_t i = 0; i < n->n; i++)
    if (n->v[i] == k)
      return true;
  return false;
}

/* Few or many numbers, and at least those of the set. */
static struct number random_number (struct integer_type t, uint64_t *set)
{
  struct number n = number_none;
  int64_t step = 1 + below (4);
  *set = 0;
  if (below (2))
    for (uint32_t i = 1 + below (4); i > 0; i--) {
      int64_t k = lowest (t) + below ((uint32_t)(highest (t) - lowest (t) + 1));
      struct number one = number_one (k);
      n = number_join (&n, &one);
      *set |= UINT64_C (1) << (k - lowest (t));
    }
  else
    for (int64_t k = lowest (t) + below (4); k <= highest (t); k += step) {
      struct number one = number_one (k);
      n = number_join (&n, &one);
      *set |= UINT64_C (1) << (k - lowest (t));
    }
  return n;
}

static bool in_set (uint64_t set, int64_t k, struct integer_type t)
{
  return set >> (k - lowest (t)) & 1;
}

static bool executed (enum opcode code, int64_t a, int64_t b, struct integer_type t, int64_t *r)
{
  switch (code) {
  case OP_ADD:
    *r = fit (a + b, t);
    return true;
  case OP_SUB:
    *r = fit (a - b, t);
    return true;
  case OP_MUL:
    *r = fit (a * b, t);
    return true;
  case OP_DIV:
    *r = b ? fit (a / b, t) : 0;
    return b;
  case OP_MOD:
    *r = b ? fit (a % b, t) : 0;
    return b;
  case OP_AND:
    *r = a & b;
    return true;
  case OP_OR:
    *r = a | b;
    return true;
  case OP_XOR:
    *r = a ^ b;
    return true;
  case OP_SHL:
    *r = b >= 0 && b < t.bits ? fit (a * (1 << b), t) : 0;
    return b >= 0 && b < t.bits;
  case OP_SHR:
    *r = b >= 0 && b < t.bits ? a >> b : 0;
    return b >= 0 && b < t.bits;
  case OP_MIN:
    *r = a < b ? a : b;
    return true;
  default:
    *r = a > b ? a : b;
    return true;
  }
}

static bool compared (enum opcode code, int64_t a, int64_t b)
{
  switch (code) {
  case OP_EQ:
    return a == b;
  case OP_NE:
    return a != b;
  case OP_LT:
    return a < b;
  case OP_LE:
    return a <= b;
  case OP_GT:
    return a > b;
  default:
    return a >= b;
  }
}

START_TEST (test_operations)
{
  static const uint8_t codes[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_AND,
                                  OP_OR,  OP_XOR, OP_SHL, OP_SHR, OP_MIN, OP_MAX};
  seed (_i);
  for (int step = 0; step < 3000; step++) {
    struct integer_type t = random_type ();
    uint64_t x, y;
    int64_t k;
    struct number a = random_number (t, &x), b = random_number (t, &y);
    enum opcode code = (enum opcode)codes[below (sizeof codes)];
    struct number r = number_compute (code, &a, &b, t);
    for (int64_t i = lowest (t); i <= highest (t); i++)
      for (int64_t j = lowest (t); j <= highest (t); j++)
        if (in_set (x, i, t) && in_set (y, j, t) && executed (code, i, j, t, &k))
          expect (contains (&r, k));
  }
}
END_TEST

START_TEST (test_conditions)
{
  seed (_i);
  for (int step = 0; step < 3000; step++) {
    struct integer_type t = random_type ();
    uint64_t x, y;
    struct number a = random_number (t, &x), b = random_number (t, &y);
    enum opcode code = (enum opcode) (OP_EQ + below (6));
    struct number where = number_where (&a, code, &b, t), all = number_join (&a, &b);
    struct number wide = number_widen (&a, &all, t);
    int holds = number_compare (code, &a, &b, t);
    for (int64_t i = lowest (t); i <= highest (t); i++) {
      if (in_set (x, i, t) || in_set (y, i, t))
        expect (contains (&all, i) && contains (&wide, i));
      for (int64_t j = lowest (t); j <= highest (t) && in_set (x, i, t); j++)
        if (in_set (y, j, t)) {
          expect (holds < 0 || holds == compared (code, i, j));
          expect (!compared (code, i, j) || contains (&where, i));
        }
    }
  }
}
END_TEST

START_TEST (test_conversions)
{
  seed (_i);
  for (int step = 0; step < 3000; step++) {
    struct integer_type from = random_type (), to = random_type ();
    uint64_t x, y;
    struct number a = random_number (from, &x), r = number_convert (&a, from, to);
    struct number some = random_number (to, &y), back = number_unconvert (&some, from, to);
    for (int64_t i = lowest (from); i <= highest (from); i++) {
      expect (!in_set (x, i, from) || contains (&r, fit (i, to)));
      expect (!in_set (y, fit (i, to), to) || contains (&back, i));
    }
  }
}
END_TEST

/* What is said is worth something. */
START_TEST (test_precise)
{
  struct integer_type t = {.bits = 32}, u = {.bits = 32, .is_unsigned = true},
                      wide = {.bits = 64, .is_unsigned = true};
  struct number any = number_any (t), ten = number_one (10), two = number_one (2);
  struct number rest = number_compute (OP_MOD, &any, &ten, t);
  expect (rest.low == -9 && rest.high == 9);
  struct number even = number_compute (OP_MUL, &any, &two, t), one = number_one (1);
  rest = number_compute (OP_MOD, &even, &two, t);
  expect (rest.n == 1 && rest.v[0] == 0);
  expect_eq (number_compare (OP_EQ, &even, &one, t), 0);
  struct number few = number_where (&any, OP_GT, &ten, t), most = number_one (12);
  few = number_where (&few, OP_LE, &most, t);
  expect (few.n == 2 && few.v[0] == 11 && few.v[1] == 12);
  /* A range that wraps as a whole. */
  struct number moved = number_one (3), ends = number_one (UINT32_MAX - 1);
  struct number none = number_one (0);
  few = number_join (&none, &one);
  few = number_compute (OP_SUB, &few, &ends, u);
  expect (few.n == 2 && few.v[0] == 2 && few.v[1] == moved.v[0]);
  /* Nobody knows whether an unsigned number of 64 bits is below another, unless both are small. */
  any = number_any (wide);
  expect_eq (number_compare (OP_LT, &any, &ten, wide), -1);
  few = number_where (&any, OP_LT, &ten, wide);
  expect (few.low == 0 && few.high == 9);
  expect (number_where (&any, OP_GE, &ten, wide).low == INT64_MIN);
  few = number_compute (OP_DIV, &any, &two, wide);
  expect (few.low == 0 && few.high == INT64_MAX);
}
END_TEST

Suite *numbers_suite (void)
{
  Suite *suite = suite_create ("numbers");
  TCase *tests = group (suite, "numbers");
  tcase_add_loop_test (tests, test_operations, 0, 8);
  tcase_add_loop_test (tests, test_conditions, 0, 8);
  tcase_add_loop_test (tests, test_conversions, 0, 8);
  tcase_add_test (tests, test_precise);
  return suite;
}
