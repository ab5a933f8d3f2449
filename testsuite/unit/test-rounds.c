/* Tests of analysis/verdicts/rounds.c: how often threads have passed a barrier. */

#include "stages.h"

Suite *rounds_suite (void);

static uint32_t x, barrier;

static void set_up (void)
{
  stages_start ();
  x = global ("x", TYPE_LONG, SF_DEFINED);
  barrier = global ("barrier", TYPE_TABLE, SF_DEFINED);
}

static uint32_t change (void)
{
  return store (at_object (x, 0), num (1));
}

static void pass (void)
{
  CALL1 (TYPE_INT, fn ("pthread_barrier_wait"), ref (at_object (barrier, 0)));
}

static void two_threads (int64_t number)
{
  begin_main ();
  CALL3 (TYPE_INT, fn ("pthread_barrier_init"), ref (at_object (barrier, 0)), num (0),
         num (number));
  create ("t", "first");
  create ("u", "second");
  end_work ();
  settle_built ();
}

/* Whether the barrier is between two records, one of each thread. */
static bool apart (uint32_t a, uint32_t b)
{
  struct rounds *r = &stages.verdicts.rounds;
  uint32_t here = rounds_at (r, function_named ("first"), a);
  uint32_t there = rounds_at (r, function_named ("second"), b);
  bool yes = rounds_apart (r, thread_named ("first"), here, thread_named ("second"), there);
  ck_assert (yes == rounds_apart (r, thread_named ("second"), there, thread_named ("first"), here));
  return yes;
}

START_TEST (before_and_behind)
{
  begin_work ("first");
  uint32_t before = change ();
  pass ();
  end_work ();
  begin_work ("second");
  pass ();
  uint32_t behind = change ();
  end_work ();
  two_threads (2);
  ck_assert (apart (before, behind));
  ck_assert (!apart (before, 0));
  ck_assert_str_eq (verdict_of ("x"), "ordered");
}
END_TEST

START_TEST (both_before)
{
  begin_work ("first");
  uint32_t before = change ();
  pass ();
  end_work ();
  begin_work ("second");
  uint32_t too = change ();
  pass ();
  end_work ();
  two_threads (2);
  ck_assert (!apart (before, too));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (barrier_for_another_number)
{
  begin_work ("first");
  uint32_t before = change ();
  pass ();
  end_work ();
  begin_work ("second");
  pass ();
  uint32_t behind = change ();
  end_work ();
  two_threads (1);
  ck_assert (!apart (before, behind));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (in_a_function)
{
  begin_function ("meet", 0, 0);
  pass ();
  end_work ();
  begin_work ("first");
  uint32_t before = change ();
  CALL0 (0, fn ("meet"));
  end_work ();
  begin_work ("second");
  CALL0 (0, fn ("meet"));
  uint32_t behind = change ();
  end_work ();
  two_threads (2);
  ck_assert (apart (before, behind));
  ck_assert_str_eq (verdict_of ("x"), "ordered");
}
END_TEST

/* Loops of block 1. */

START_TEST (loops_with_two)
{
  begin_work ("first");
  next_block ();
  uint32_t even = change ();
  pass ();
  pass ();
  edge (1, 1);
  next_block ();
  end_work ();
  begin_work ("second");
  next_block ();
  pass ();
  uint32_t odd = change ();
  pass ();
  edge (1, 1);
  next_block ();
  end_work ();
  two_threads (2);
  ck_assert (apart (even, odd));
  ck_assert_str_eq (verdict_of ("x"), "ordered");
}
END_TEST

START_TEST (loops_with_one)
{
  begin_work ("first");
  next_block ();
  uint32_t any = change ();
  pass ();
  edge (1, 1);
  next_block ();
  end_work ();
  begin_work ("second");
  next_block ();
  pass ();
  uint32_t later = change ();
  edge (1, 1);
  next_block ();
  end_work ();
  two_threads (2);
  ck_assert (!apart (any, later));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (one_may_pass_once_more)
{
  begin_work ("first");
  uint32_t t = load (TYPE_LONG, at_value (1, 0));
  branch (OP_EQ, val (t), num (0), 2);
  pass ();
  next_block ();
  pass ();
  uint32_t behind = change ();
  end_work ();
  begin_work ("second");
  pass ();
  uint32_t other = change ();
  pass ();
  end_work ();
  two_threads (2);
  ck_assert (!apart (behind, other));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

Suite *rounds_suite (void)
{
  Suite *suite = suite_create ("rounds");
  TCase *c = tcase_create ("rounds");
  tcase_add_checked_fixture (c, set_up, stages_finish);
  tcase_add_test (c, before_and_behind);
  tcase_add_test (c, both_before);
  tcase_add_test (c, barrier_for_another_number);
  tcase_add_test (c, in_a_function);
  tcase_add_test (c, loops_with_two);
  tcase_add_test (c, loops_with_one);
  tcase_add_test (c, one_may_pass_once_more);
  suite_add_tcase (suite, c);
  return suite;
}
