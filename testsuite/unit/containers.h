/* What the tests of the containers share: cheap assertions, random numbers. */

#ifndef CONTAINERS_H
#define CONTAINERS_H

#include <check.h>
#include <stdint.h>

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

static inline void seed (int n)
{
  random_state = 88172645463325252u + (uint64_t)n * 1000003;
}

static inline uint32_t any_u32 (void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

static inline uint32_t below (uint32_t n)
{
  return any_u32 () % n;
}

static inline int compare_u32 (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static inline TCase *group (Suite *suite, const char *name)
{
  TCase *tests = tcase_create (name);
  tcase_set_timeout (tests, 120);
  suite_add_tcase (suite, tests);
  return tests;
}

#endif
