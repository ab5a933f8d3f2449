/* Tests of linear.h: what is said to be impossible must be, tried out on small integers; and what
   footprints need must be found. */

#include "linear.h"

#include <check.h>
#include <stdlib.h>

Suite *linear_suite (void);

static struct linear system_of (uint32_t columns, uint32_t n, const int64_t (*rows)[5])
{
  struct linear s = {.n_columns = columns};
  for (uint32_t i = 0; i < n; i++) {
    struct linear_row r = {.k = rows[i][0], .equal = rows[i][4] != 0};
    for (uint32_t k = 0; k < columns; k++)
      r.c[k] = rows[i][1 + k];
    linear_add (&s, &r);
  }
  return s;
}

/* constant, three coefficients, whether it is an equation */
START_TEST (test_known)
{
  static const int64_t halves[][5] = {/* i = k + 100, both from 0 to 99 */
                                      {-100, 1, -1, 0, 1},
                                      {0, 1, 0, 0, 0},
                                      {99, -1, 0, 0, 0},
                                      {0, 0, 1, 0, 0},
                                      {99, 0, -1, 0, 0}};
  static const int64_t odd[][5] = {{-1, 4, -2, 0, 1}};   /* 4 i = 2 k + 1 */
  static const int64_t even[][5] = {{-2, 4, -2, 0, 1}};  /* 4 i = 2 k + 2 */
  static const int64_t length[][5] = {{0, 1, -1, -1, 1}, /* i = k + n, i < n, k >= 0 */
                                      {-1, -1, 0, 1, 0},
                                      {0, 0, 1, 0, 0}};
  static const int64_t longer[][5] = {{0, 1, -1, -1, 1}, /* i <= n */
                                      {0, -1, 0, 1, 0},
                                      {0, 0, 1, 0, 0}};
  struct linear s = system_of (2, 5, halves);
  ck_assert (linear_is_impossible (&s));
  s = system_of (2, 3, halves);
  ck_assert (!linear_is_impossible (&s));
  s = system_of (2, 1, odd);
  ck_assert (linear_is_impossible (&s));
  s = system_of (2, 1, even);
  ck_assert (!linear_is_impossible (&s));
  s = system_of (3, 3, length);
  ck_assert (linear_is_impossible (&s));
  s = system_of (3, 3, longer);
  ck_assert (!linear_is_impossible (&s));
}
END_TEST

static bool holds (const struct linear *s, const int64_t x[3])
{
  for (uint32_t i = 0; i < s->n; i++) {
    int64_t sum = s->v[i].k;
    for (uint32_t k = 0; k < 3; k++)
      sum += s->v[i].c[k] * x[k];
    if (s->v[i].equal ? sum : sum < 0)
      return false;
  }
  return true;
}

/* Random systems in three variables: whoever has a solution is not impossible. */
START_TEST (test_random)
{
  enum { SYSTEMS = 3000, ROWS = 6, LARGEST = 5 };
  srandom (42);
  uint32_t impossible = 0;
  for (int n = 0; n < SYSTEMS; n++) {
    struct linear s = {.n_columns = 3};
    for (int i = 0; i < ROWS; i++) {
      struct linear_row r = {.k = random () % 15 - 7, .equal = random () % 5 == 0};
      for (int k = 0; k < 3; k++)
        r.c[k] = random () % 7 - 3;
      linear_add (&s, &r);
    }
    bool any = false;
    int64_t x[3];
    for (x[0] = -LARGEST; x[0] <= LARGEST; x[0]++)
      for (x[1] = -LARGEST; x[1] <= LARGEST; x[1]++)
        for (x[2] = -LARGEST; x[2] <= LARGEST; x[2]++)
          any |= holds (&s, x);
    bool none = linear_is_impossible (&s);
    ck_assert (!(any && none));
    impossible += none;
  }
  ck_assert_uint_gt (impossible, SYSTEMS / 10);
}
END_TEST

/* Numbers that are too large, and rows that are too many, show nothing. */
START_TEST (test_limits)
{
  struct linear s = {.n_columns = 2};
  struct linear_row a = {.k = -1, .c = {INT64_MAX / 2, -3}},
                    b = {.k = -1, .c = {-INT64_MAX / 3, 5}};
  struct linear_row false_row = {.k = -1};
  linear_add (&s, &a);
  linear_add (&s, &b);
  ck_assert (!linear_is_impossible (&s));
  s = (struct linear){.n_columns = 2};
  for (uint32_t i = 0; i <= MOST_LINEAR_ROWS; i++)
    linear_add (&s, &false_row);
  ck_assert (!linear_is_impossible (&s));
}
END_TEST

Suite *linear_suite (void)
{
  Suite *s = suite_create ("linear");
  TCase *t = tcase_create ("linear");
  tcase_add_test (t, test_known);
  tcase_add_test (t, test_random);
  tcase_add_test (t, test_limits);
  suite_add_tcase (s, t);
  return s;
}
