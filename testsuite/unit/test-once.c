/* Tests of analysis/threads/once.c: what a program executes at most once. */

#include "build.h"
#include "once.h"

Suite *once_suite (void);

static struct once once;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
}

static void tear_down (void)
{
  once_free (&once);
  build_finish ();
}

static void begin_main (void)
{
  begin_function ("main", SF_PUBLIC, 0);
}

static void end_main (void)
{
  end_function ();
  point_built ();
  once_init (&once, &built.pointers);
}

/* A function that does nothing. */
static void leaf (const char *name)
{
  begin_function (name, 0, 0);
  CALL0 (0, fn ("nothing"));
  end_function ();
}

/* A function that calls another. */
static void calling (const char *name, const char *callee)
{
  begin_function (name, 0, 0);
  CALL0 (0, fn (callee));
  end_function ();
}

static bool is_called_once (const char *name)
{
  return called_once (&once, function_named (name));
}

START_TEST (main_is_called_once)
{
  begin_main ();
  CALL0 (0, fn ("nothing"));
  end_main ();
  ck_assert (is_called_once ("main"));
  ck_assert (executed_once (&once, function_named ("main"), 0));
}
END_TEST

START_TEST (main_that_is_called_is_not)
{
  begin_main ();
  CALL0 (0, fn ("main"));
  end_main ();
  ck_assert (!is_called_once ("main"));
  ck_assert (!executed_once (&once, function_named ("main"), 0));
}
END_TEST

START_TEST (one_call)
{
  leaf ("inner");
  calling ("outer", "inner");
  begin_main ();
  CALL0 (0, fn ("outer"));
  end_main ();
  ck_assert (is_called_once ("outer"));
  ck_assert (is_called_once ("inner"));
  ck_assert (executed_once (&once, function_named ("inner"), 0));
}
END_TEST

START_TEST (nobody_calls_it)
{
  leaf ("unused");
  begin_main ();
  end_main ();
  ck_assert (!is_called_once ("unused")); /* nobody knows why it is there */
}
END_TEST

START_TEST (two_calls)
{
  leaf ("inner");
  calling ("outer", "inner");
  begin_main ();
  CALL0 (0, fn ("outer"));
  CALL0 (0, fn ("outer"));
  end_main ();
  ck_assert (!is_called_once ("outer"));
  ck_assert (!is_called_once ("inner"));
}
END_TEST

START_TEST (two_callers)
{
  leaf ("inner");
  calling ("first", "inner");
  calling ("second", "inner");
  begin_main ();
  CALL0 (0, fn ("first"));
  CALL0 (0, fn ("second"));
  end_main ();
  ck_assert (is_called_once ("first"));
  ck_assert (is_called_once ("second"));
  ck_assert (!is_called_once ("inner"));
}
END_TEST

START_TEST (in_a_loop)
{
  leaf ("inner");
  calling ("outer", "inner");
  begin_main ();
  CALL0 (0, fn ("nothing"));
  next_block ();
  CALL0 (0, fn ("outer"));
  next_block ();
  edge (1, 1);
  end_main ();
  funid f = function_named ("main");
  ck_assert (!is_called_once ("outer"));
  ck_assert (!is_called_once ("inner"));
  ck_assert (!record_repeats (&once, f, 0));
  ck_assert (record_repeats (&once, f, 1));
  ck_assert (executed_once (&once, f, 0));
  ck_assert (!executed_once (&once, f, 1));
  /* Once per activation of `outer', of which there are several. */
  ck_assert (!record_repeats (&once, function_named ("outer"), 0));
}
END_TEST

START_TEST (recursion)
{
  begin_function ("down", 0, 0);
  CALL0 (0, fn ("down"));
  end_function ();
  begin_main ();
  CALL0 (0, fn ("down"));
  end_main ();
  ck_assert (!is_called_once ("down"));
}
END_TEST

START_TEST (recursion_that_nobody_enters)
{
  begin_function ("down", 0, 0);
  CALL0 (0, fn ("down"));
  end_function ();
  begin_main ();
  end_main ();
  ck_assert (!is_called_once ("down"));
}
END_TEST

START_TEST (threads)
{
  leaf ("first");
  leaf ("second");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("first"), num (0));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("second"), num (0));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("second"), num (0));
  end_main ();
  ck_assert (is_called_once ("first"));
  ck_assert (!is_called_once ("second"));
}
END_TEST

START_TEST (handlers_run_again_and_again)
{
  leaf ("handler");
  begin_main ();
  CALL2 (TYPE_POINTER, fn ("signal"), num (2), fn ("handler"));
  end_main ();
  ck_assert (!is_called_once ("handler"));
}
END_TEST

START_TEST (known_to_unknown_code)
{
  leaf ("callback");
  begin_main ();
  CALL1 (0, fn ("outside"), fn ("callback"));
  end_main ();
  ck_assert (!is_called_once ("callback"));
}
END_TEST

START_TEST (records_that_are_none)
{
  begin_main ();
  end_main ();
  ck_assert (record_repeats (&once, function_named ("main"), 77));
}
END_TEST

Suite *once_suite (void)
{
  Suite *suite = suite_create ("once");
  TCase *c = tcase_create ("once");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, main_is_called_once);
  tcase_add_test (c, main_that_is_called_is_not);
  tcase_add_test (c, one_call);
  tcase_add_test (c, nobody_calls_it);
  tcase_add_test (c, two_calls);
  tcase_add_test (c, two_callers);
  tcase_add_test (c, in_a_loop);
  tcase_add_test (c, recursion);
  tcase_add_test (c, recursion_that_nobody_enters);
  tcase_add_test (c, threads);
  tcase_add_test (c, handlers_run_again_and_again);
  tcase_add_test (c, known_to_unknown_code);
  tcase_add_test (c, records_that_are_none);
  suite_add_tcase (suite, c);
  return suite;
}
