/* Tests of analysis/openmp/teams.c: what one thread of an OpenMP team has for itself. */

#include "stages.h"
#include "teams.h"

Suite *teams_suite (void);

static uint32_t x;

static void set_up (void)
{
  stages_start ();
  x = global ("x", TYPE_LONG, SF_DEFINED);
}

static void change (void)
{
  store (at_object (x, 0), num (1));
}

static void barrier (void)
{
  CALL0 (0, fn ("GOMP_barrier"));
}

static void end_region (void)
{
  end_work ();
  begin_main ();
  call (0, fn ("GOMP_parallel"), fn ("region"), num (0), num (0), num (0));
  end_work ();
  settle_built ();
}

START_TEST (regions)
{
  begin_function ("outside", 0, 0);
  change ();
  end_work ();
  begin_work ("region");
  change ();
  end_region ();
  ck_assert (is_region (&stages.s, function_named ("region")));
  ck_assert (!is_region (&stages.s, function_named ("outside")));
  ck_assert (!is_region (&stages.s, function_named ("main")));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (threads_are_no_regions)
{
  begin_work ("work");
  change ();
  end_work ();
  begin_main ();
  create ("t", "work");
  end_work ();
  settle_built ();
  ck_assert (!is_region (&stages.s, function_named ("work")));
}
END_TEST

START_TEST (single)
{
  begin_work ("region");
  uint32_t v = CALL0 (TYPE_INT, fn ("GOMP_single_start"));
  branch (OP_NE, val (v), num (0), 2);
  change ();
  next_block ();
  end_region ();
  ck_assert_str_ne (verdict_of ("x"), "race");
}
END_TEST

START_TEST (all_but_single)
{
  begin_work ("region");
  uint32_t v = CALL0 (TYPE_INT, fn ("GOMP_single_start"));
  branch (OP_EQ, val (v), num (0), 2);
  change ();
  next_block ();
  end_region ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* In a loop one thread may still be in the last round. */
START_TEST (single_again)
{
  begin_work ("region");
  next_block ();
  uint32_t v = CALL0 (TYPE_INT, fn ("GOMP_single_start"));
  branch (OP_NE, val (v), num (0), 3);
  change ();
  next_block ();
  edge (3, 1);
  next_block ();
  end_region ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (single_again_behind_a_barrier)
{
  begin_work ("region");
  next_block ();
  uint32_t v = CALL0 (TYPE_INT, fn ("GOMP_single_start"));
  branch (OP_NE, val (v), num (0), 3);
  change ();
  next_block ();
  barrier ();
  edge (3, 1);
  next_block ();
  end_region ();
  ck_assert_str_ne (verdict_of ("x"), "race");
}
END_TEST

static void begin_numbered (int64_t number)
{
  begin_work ("region");
  uint32_t v = CALL0 (TYPE_INT, fn ("omp_get_thread_num"));
  branch (OP_EQ, val (v), num (number), 2);
  change ();
  next_block ();
}

START_TEST (thread_with_a_number)
{
  begin_numbered (3);
  end_region ();
  ck_assert_str_ne (verdict_of ("x"), "race");
}
END_TEST

START_TEST (threads_with_two_numbers)
{
  begin_numbered (3);
  uint32_t v = CALL0 (TYPE_INT, fn ("omp_get_thread_num"));
  branch (OP_EQ, val (v), num (4), 4);
  change ();
  next_block ();
  end_region ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (a_section)
{
  begin_work ("region");
  uint32_t v = CALL1 (TYPE_INT, fn ("GOMP_sections_start"), num (2));
  branch (OP_EQ, val (v), num (1), 2);
  change ();
  next_block ();
  end_region ();
  ck_assert_str_ne (verdict_of ("x"), "race");
}
END_TEST

START_TEST (two_sections)
{
  begin_work ("region");
  uint32_t v = CALL1 (TYPE_INT, fn ("GOMP_sections_start"), num (2));
  branch (OP_EQ, val (v), num (1), 2);
  change ();
  next_block ();
  branch (OP_EQ, val (v), num (2), 4);
  change ();
  next_block ();
  end_region ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

Suite *teams_suite (void)
{
  Suite *suite = suite_create ("teams");
  TCase *c = tcase_create ("teams");
  tcase_add_checked_fixture (c, set_up, stages_finish);
  tcase_add_test (c, regions);
  tcase_add_test (c, threads_are_no_regions);
  tcase_add_test (c, single);
  tcase_add_test (c, all_but_single);
  tcase_add_test (c, single_again);
  tcase_add_test (c, single_again_behind_a_barrier);
  tcase_add_test (c, thread_with_a_number);
  tcase_add_test (c, threads_with_two_numbers);
  tcase_add_test (c, a_section);
  tcase_add_test (c, two_sections);
  suite_add_tcase (suite, c);
  return suite;
}
