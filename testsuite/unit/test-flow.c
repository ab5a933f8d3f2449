/* Tests of analysis/values/flow.c: what comes before what, and what is in a loop. */

#include "build.h"
#include "flow.h"

Suite *flow_suite (void);

static struct arena arena;
static struct flow flow;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  begin_function ("main", SF_PUBLIC, 0);
}

static void tear_down (void)
{
  arena_free (&arena);
  build_finish ();
}

/* A record of its own in each block: its number is the block's. */
static void block (void)
{
  next_block ();
  CALL0 (0, fn ("nothing"));
}

static void find (void)
{
  end_function ();
  merge_built ();
  flow = *flow_of (&built.program, function_named ("main"));
}

START_TEST (in_one_block)
{
  CALL0 (0, fn ("nothing"));
  CALL0 (0, fn ("nothing"));
  find ();
  ck_assert (flow_dominates (&flow, 0, 1));
  ck_assert (flow_dominates (&flow, 1, 1));
  ck_assert (!flow_dominates (&flow, 1, 0));
  ck_assert (!flow.in_cycle[0]);
  ck_assert_uint_eq (flow.block_of[0], 0);
  ck_assert_uint_eq (flow.block_of[1], 0);
}
END_TEST

/* 0 -> 1 -> 2 -> 3, and around each of the two in the middle. */
START_TEST (on_every_way)
{
  CALL0 (0, fn ("nothing"));
  block ();
  block ();
  block ();
  edge (0, 2);
  edge (1, 3);
  find ();
  ck_assert (flow_dominates (&flow, 0, 1));
  ck_assert (flow_dominates (&flow, 0, 2));
  ck_assert (flow_dominates (&flow, 0, 3));
  ck_assert (!flow_dominates (&flow, 1, 2));
  ck_assert (!flow_dominates (&flow, 1, 3));
  ck_assert (!flow_dominates (&flow, 2, 3));
  ck_assert (!flow_dominates (&flow, 3, 0));
  for (uint32_t i = 0; i < 4; i++)
    ck_assert_uint_eq (flow.block_of[i], i);
}
END_TEST

START_TEST (loops)
{
  CALL0 (0, fn ("nothing"));
  block (); /* 1: the head of a loop */
  block ();
  block (); /* 3: behind it */
  block (); /* 4: a loop of one block */
  block ();
  edge (2, 1);
  edge (4, 4);
  find ();
  static const bool expected[] = {false, true, true, false, true, false};
  for (uint32_t i = 0; i < 6; i++)
    ck_assert_msg (flow.in_cycle[i] == expected[i], "block %u", i);
  ck_assert (flow_dominates (&flow, 1, 2));
  ck_assert (!flow_dominates (&flow, 2, 1));
  ck_assert (flow_dominates (&flow, 2, 5));
}
END_TEST

/* 1 .. 5 is a loop around the loop 2, 3; 4 is in the outer one only. */
START_TEST (loops_in_loops)
{
  CALL0 (0, fn ("nothing"));
  for (int i = 0; i < 6; i++)
    block ();
  edge (3, 2);
  edge (1, 4);
  edge (5, 1);
  find ();
  static const uint32_t expected[] = {NODE_NONE, NODE_NONE, 1, 2, 1, 1, NODE_NONE};
  const uint32_t *loop = flow_loops (&arena, &flow);
  for (uint32_t i = 0; i < 7; i++)
    ck_assert_msg (loop[i] == expected[i], "block %u: %u", i, loop[i]);
}
END_TEST

/* A cycle that is entered at two places is no loop. */
START_TEST (no_loop_of_two_heads)
{
  CALL0 (0, fn ("nothing"));
  block ();
  block ();
  edge (0, 2);
  edge (2, 1);
  find ();
  const uint32_t *loop = flow_loops (&arena, &flow);
  ck_assert_uint_eq (loop[1], NODE_NONE);
  ck_assert_uint_eq (loop[2], NODE_NONE);
}
END_TEST

START_TEST (neighbours)
{
  CALL0 (0, fn ("nothing"));
  block ();
  block ();
  edge (0, 2);
  find ();
  ck_assert_uint_eq (flow.successors.first[1] - flow.successors.first[0], 2);
  ck_assert_uint_eq (flow.successors.targets[0], 1);
  ck_assert_uint_eq (flow.successors.targets[1], 2);
  uint32_t first = flow.predecessors.first[2];
  ck_assert_uint_eq (flow.predecessors.first[3] - first, 2);
  ck_assert_uint_eq (flow.predecessors.targets[first], 0);
  ck_assert_uint_eq (flow.predecessors.targets[first + 1], 1);
}
END_TEST

Suite *flow_suite (void)
{
  Suite *suite = suite_create ("flow");
  TCase *c = tcase_create ("flow");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, in_one_block);
  tcase_add_test (c, on_every_way);
  tcase_add_test (c, loops);
  tcase_add_test (c, loops_in_loops);
  tcase_add_test (c, no_loop_of_two_heads);
  tcase_add_test (c, neighbours);
  suite_add_tcase (suite, c);
  return suite;
}
