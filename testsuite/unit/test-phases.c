/* Tests of analysis/contexts/phases.c: which barriers of a team lead to an instruction. */

#include "stages.h"
#include "teams.h"

Suite *phases_suite (void);

static uint32_t x;
static struct phases phases;
static struct sets sets;

static void set_up (void)
{
  stages_start ();
  sets = (struct sets){0};
  phases = (struct phases){0};
  x = global ("x", TYPE_LONG, SF_DEFINED);
}

static void tear_down (void)
{
  phases_free (&phases);
  sets_free (&sets);
  stages_finish ();
}

static uint32_t look (void)
{
  return store (at_object (x, 0), num (1));
}

static uint32_t barrier (void)
{
  CALL0 (0, fn ("GOMP_barrier"));
  return last_record ();
}

static void end_region (void)
{
  end_work ();
  begin_main ();
  call (0, fn ("GOMP_parallel"), fn ("region"), num (0), num (0), num (0));
  end_work ();
  summarise_built ();
  phases_init (&phases, &stages.s, &sets);
}

/* The phases at a record, if the region is entered as its team does. */
static setid at (uint32_t record)
{
  funid f = function_named ("region");
  return phases_at (&phases, phases_at_start (&phases, f), f, record);
}

static bool meet (uint32_t a, uint32_t b)
{
  return sets_meet (&sets, at (a), at (b));
}

START_TEST (barriers)
{
  begin_work ("region");
  uint32_t a = look (), b = barrier ();
  end_region ();
  ck_assert (is_team_barrier (&built.pointers, function_named ("region"), b));
  ck_assert (!is_team_barrier (&built.pointers, function_named ("region"), a));
}
END_TEST

START_TEST (before_and_behind)
{
  begin_work ("region");
  uint32_t a = look (), b = look ();
  barrier ();
  uint32_t c = look ();
  end_region ();
  ck_assert (meet (a, b));
  ck_assert (!meet (a, c));
  ck_assert (meet (c, c));
}
END_TEST

/* Block 1 is left out by some. */
START_TEST (barrier_on_one_way)
{
  begin_work ("region");
  uint32_t v = load (TYPE_LONG, at_value (1, 0));
  uint32_t a = look ();
  branch (OP_EQ, val (v), num (0), 2);
  barrier ();
  uint32_t b = look ();
  next_block ();
  uint32_t c = look ();
  end_region ();
  ck_assert (!meet (a, b));
  ck_assert (meet (a, c));
  ck_assert (meet (b, c));
}
END_TEST

START_TEST (loop_with_one)
{
  begin_work ("region");
  next_block ();
  uint32_t a = look ();
  barrier ();
  uint32_t b = look ();
  edge (1, 1);
  next_block ();
  uint32_t c = look ();
  end_region ();
  ck_assert (meet (a, b)); /* of the next round */
  ck_assert (meet (b, c));
}
END_TEST

START_TEST (loop_with_two)
{
  begin_work ("region");
  next_block ();
  uint32_t a = look ();
  barrier ();
  uint32_t b = look ();
  barrier ();
  edge (1, 1);
  next_block ();
  uint32_t c = look ();
  end_region ();
  ck_assert (!meet (a, b));
  ck_assert (meet (a, c));
  ck_assert (!meet (b, c));
}
END_TEST

START_TEST (other_functions)
{
  begin_function ("called", 0, 0);
  uint32_t there = look ();
  end_work ();
  begin_work ("region");
  uint32_t a = look ();
  CALL0 (0, fn ("called"));
  end_region ();
  setid here = at (a);
  ck_assert (here);
  ck_assert_uint_eq (phases_at (&phases, here, function_named ("called"), there), here);
  ck_assert_uint_eq (phases_at (&phases, SETS_EMPTY, function_named ("region"), a), SETS_EMPTY);
}
END_TEST

Suite *phases_suite (void)
{
  Suite *suite = suite_create ("phases");
  TCase *c = tcase_create ("phases");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, barriers);
  tcase_add_test (c, before_and_behind);
  tcase_add_test (c, barrier_on_one_way);
  tcase_add_test (c, loop_with_one);
  tcase_add_test (c, loop_with_two);
  tcase_add_test (c, other_functions);
  suite_add_tcase (suite, c);
  return suite;
}
