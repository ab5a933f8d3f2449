/* Tests of analysis/values/constants.c: variables whose values are known from how they are written. */

#include "constants.h"
#include "stages.h"

Suite *constants_suite (void);

static uint32_t flag;

static void set_up (void)
{
  stages_start ();
  flag = global ("flag", TYPE_LONG, SF_DEFINED);
}

static void set (int64_t value)
{
  store (at_object (flag, 0), num (value));
}

/* Only what conditions look at counts. */
static void test (void)
{
  uint32_t v = load (TYPE_LONG, at_object (flag, 0));
  uint32_t x = local ("unused", TYPE_LONG, 0);
  branch (OP_EQ, val (v), num (7), 2);
  store (at_local (x, 0), num (1));
  next_block ();
}

static void begin_test (void)
{
  begin_work ("work");
  test ();
}

/* "0, 5" as far as the function may find it there, sorted; "?": nobody knows. */
static const char *found_in (const char *function)
{
  static char text[100];
  int64_t v[MOST_VALUES];
  uint32_t n = constants_at (&stages.s, function_named (function), location_of ("flag"), 8, v);
  *text = 0;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (v[k] < v[i]) {
        int64_t t = v[i];
        v[i] = v[k];
        v[k] = t;
      }
  for (uint32_t i = 0; i < n; i++)
    sprintf (text + strlen (text), "%s%lld", i ? ", " : "", (long long)v[i]);
  return n ? text : "?";
}

START_TEST (nobody_writes_it)
{
  begin_test ();
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "0");
  ck_assert_str_eq (found_in ("main"), "0");
}
END_TEST

START_TEST (main_sets_it_first)
{
  begin_test ();
  end_work ();
  begin_main ();
  set (4);
  set (5);
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "5");
  ck_assert_str_eq (found_in ("main"), "0, 4, 5");
  struct result_range old = {.low = 0, .high = 4}, now = {.low = 5, .high = 9};
  ck_assert_int_eq (constants_phase (&stages.s, location_of ("flag"), 8, &old), PHASE_BEFORE);
  ck_assert_int_eq (constants_phase (&stages.s, location_of ("flag"), 8, &now), PHASE_AFTER);
}
END_TEST

START_TEST (main_sets_it_too_late)
{
  begin_test ();
  end_work ();
  begin_main ();
  create ("t", "work");
  set (5);
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "0, 5");
}
END_TEST

START_TEST (main_sets_it_sometimes)
{
  begin_test ();
  end_work ();
  begin_main ();
  uint32_t v = CALL0 (TYPE_INT, fn ("getpid"));
  branch (OP_EQ, val (v), num (1), 2);
  set (5);
  next_block ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "0, 5");
}
END_TEST

START_TEST (threads_set_it)
{
  begin_test ();
  set (6);
  end_work ();
  begin_main ();
  set (5);
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "5, 6");
}
END_TEST

START_TEST (it_gets_what_nobody_knows)
{
  begin_test ();
  store (at_object (flag, 0), val (1));
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "?");
}
END_TEST

START_TEST (a_part_of_it_is_written)
{
  begin_test ();
  store (at_object (flag, 4), num (1));
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "?");
}
END_TEST

START_TEST (too_many_values)
{
  begin_test ();
  for (int i = 1; i <= MOST_VALUES; i++)
    set (i);
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_str_eq (found_in ("work"), "?");
}
END_TEST

/* Adds STEP to the variable: the record of the store. */
static uint32_t count (int64_t step)
{
  uint32_t v = load (TYPE_LONG, at_object (flag, 0));
  uint32_t sum = op (TYPE_LONG, OP_ADD, val (v), num (step), none ());
  return store (at_object (flag, 0), val (sum));
}

static int step_at (uint32_t record)
{
  funid f = function_named ("work");
  for (uint32_t k = built.effects.first[f]; k < built.effects.first[f + 1]; k++)
    if (built.effects.v.v[k].record == record)
      return counter_step (&stages.s, &built.effects.v.v[k]);
  ck_abort_msg ("no access");
}

START_TEST (counters)
{
  begin_test ();
  uint32_t up = count (1), down = count (-1);
  end_work ();
  begin_main ();
  set (3);
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_int_eq (step_at (up), 1);
  ck_assert_int_eq (step_at (down), -1);
  ck_assert_str_eq (found_in ("work"), "?");
  const struct constant *c = counter_at (&stages.s, location_of ("flag"));
  ck_assert_ptr_nonnull (c);
  ck_assert (c->up && c->down);
  int64_t low, high;
  counter_start (c, &low, &high);
  ck_assert_int_eq (low, 3);
  ck_assert_int_eq (high, 3);
}
END_TEST

START_TEST (steps_of_two_are_none)
{
  begin_test ();
  uint32_t far = count (2);
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  summarise_built ();
  ck_assert_int_eq (step_at (far), 0);
  ck_assert_ptr_null (counter_at (&stages.s, location_of ("flag")));
}
END_TEST

Suite *constants_suite (void)
{
  Suite *suite = suite_create ("constants");
  TCase *c = tcase_create ("constants");
  tcase_add_checked_fixture (c, set_up, stages_finish);
  tcase_add_test (c, nobody_writes_it);
  tcase_add_test (c, main_sets_it_first);
  tcase_add_test (c, main_sets_it_too_late);
  tcase_add_test (c, main_sets_it_sometimes);
  tcase_add_test (c, threads_set_it);
  tcase_add_test (c, it_gets_what_nobody_knows);
  tcase_add_test (c, a_part_of_it_is_written);
  tcase_add_test (c, too_many_values);
  tcase_add_test (c, counters);
  tcase_add_test (c, steps_of_two_are_none);
  suite_add_tcase (suite, c);
  return suite;
}
