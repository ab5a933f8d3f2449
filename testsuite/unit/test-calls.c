/* Tests of analysis/pointers/pointers*.c: who is called, and what calls do with pointers.  Values are
   numbered as they are made; parameters come first. */

#include "build.h"

Suite *calls_suite (void);

enum { OWN = SF_DEFINED };

static uint32_t x, y, holder; /* long, long, void * */

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, OWN);
  y = global ("y", TYPE_LONG, OWN);
  holder = global ("holder", TYPE_POINTER, OWN);
}

static void begin_main (void)
{
  begin_function ("main", SF_PUBLIC, 0);
}

static void end_main (void)
{
  end_function ();
  point_built ();
}

static void define_identity (const char *name)
{
  begin_function (name, 0, 1);
  ret (val (1));
  end_function ();
}

START_TEST (arguments_and_results)
{
  define_identity ("same");
  begin_main ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("same"), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (points_to ("same", 1), "x");
  ck_assert_str_eq (points_to ("main", p), "x");
  ck_assert_str_eq (spell_set (points_of_result (&built.pointers, function_named ("same"))), "x");
  ck_assert_str_eq (calls_of ("main"), "same");
}
END_TEST

START_TEST (out_parameters)
{
  begin_function ("set", 0, 2);
  store (at_value (1, 0), val (2));
  end_function ();
  begin_main ();
  CALL2 (0, fn ("set"), ref (at_object (holder, 0)), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (holds ("holder", 0), "x");
}
END_TEST

START_TEST (calls_through_tables)
{
  uint32_t table = global ("table", TYPE_PAIR, OWN);
  define_identity ("a");
  define_identity ("b");
  define_identity ("unused");
  init_with_function (table, 0, "a");
  init_with_function (table, 8, "b");
  begin_function ("main", SF_PUBLIC, 1);
  uint32_t f = load (TYPE_POINTER, at_object (table, 8));
  uint32_t p = CALL1 (TYPE_POINTER, val (f), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (calls_of ("main"), "b");
  ck_assert_str_eq (points_to ("main", p), "x");
  ck_assert_str_eq (points_to ("a", 1), "");
}
END_TEST

/* What nobody calls stores nothing, and what is called through it neither. */
START_TEST (functions_that_nobody_calls)
{
  uint32_t slot = global ("slot", TYPE_POINTER, OWN);
  define_identity ("job");
  define_identity ("idle");
  begin_function ("unused", SF_PUBLIC, 0);
  store (at_object (slot, 0), fn ("idle"));
  end_function ();
  begin_main ();
  store (at_object (slot, 0), fn ("job"));
  uint32_t f = load (TYPE_POINTER, at_object (slot, 0));
  CALL1 (TYPE_POINTER, val (f), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (calls_of ("main"), "job");
  ck_assert_str_eq (points_to ("idle", 1), "");
}
END_TEST

/* More targets than are bound one by one, called at two places: both lead to all of them. */
START_TEST (many_targets_at_many_sites)
{
  enum { N = 40 };
  uint32_t table = global ("table", TYPE_CELLS, OWN);
  char names[N][16];
  for (int i = 0; i < N; i++) {
    snprintf (names[i], sizeof names[i], "f%d", i);
    define_identity (names[i]);
    init_with_function (table, 8 * (i % 4), names[i]);
  }
  begin_function ("other", 0, 0);
  uint32_t g = load (TYPE_POINTER, at_object (table, 8));
  CALL1 (TYPE_POINTER, val (g), ref (at_object (y, 0)));
  end_function ();
  begin_main ();
  uint32_t f = load (TYPE_POINTER, at_object (table, 0));
  uint32_t p = CALL1 (TYPE_POINTER, val (f), ref (at_object (x, 0)));
  CALL0 (0, fn ("other"));
  end_function ();
  point_built ();
  ck_assert_str_eq (points_to ("f0", 1), "x, y");
  ck_assert_str_eq (points_to ("f39", 1), "x, y");
  ck_assert_str_eq (points_to ("main", p), "x, y");
  const struct pointers *q = &built.pointers;
  funid main = function_named ("main"), other = function_named ("other");
  ck_assert_uint_eq (q->first_call[main + 1] - q->first_call[main], N + 1);
  ck_assert_uint_eq (q->first_call[other + 1] - q->first_call[other], N);
}
END_TEST

/* The targets of one site grow, and another site sees all of them at once: what they share must
   lead to the first ones, too. */
START_TEST (targets_that_come_later)
{
  enum { N = 40, CHAIN = 6 };
  uint32_t table = global ("table", TYPE_CELLS, OWN);
  uint32_t chain[CHAIN];
  char names[N][16];
  for (int i = 0; i < N; i++) {
    snprintf (names[i], sizeof names[i], "f%d", i);
    define_identity (names[i]);
    init_with_function (table, 8 * (i % 4), names[i]);
  }
  define_identity ("late");
  for (int i = 0; i < CHAIN; i++) {
    char name[16];
    snprintf (name, sizeof name, "chain%d", i);
    chain[i] = global (name, TYPE_POINTER, OWN);
    init_with_object (chain[i], 0, i ? chain[i - 1] : table, 0);
  }
  begin_main ();
  uint32_t f = load (TYPE_POINTER, at_object (table, 0));
  CALL1 (0, val (f), ref (at_object (x, 0)));
  store (at_value (load (TYPE_POINTER, at_object (chain[0], 0)), 0), fn ("late"));
  /* Last step first, so that each takes a wave. */
  uint32_t last = f + 2;
  for (uint32_t i = 0; i < CHAIN; i++)
    load (TYPE_POINTER, at_value (last + i + 1, 0));
  load (TYPE_POINTER, at_object (chain[CHAIN - 1], 0));
  CALL1 (0, val (last), ref (at_object (y, 0)));
  end_main ();
  ck_assert_str_eq (points_to ("f0", 1), "x, y");
  ck_assert_str_eq (points_to ("late", 1), "x, y");
}
END_TEST

START_TEST (recursion)
{
  symbol ("b", SF_FUNCTION | SF_DEFINED);
  begin_function ("a", 0, 1);
  ret (val (CALL1 (TYPE_POINTER, fn ("b"), val (1))));
  end_function ();
  begin_function ("b", 0, 1);
  uint32_t r = CALL1 (TYPE_POINTER, fn ("a"), ref (at_object (y, 0)));
  uint32_t either = op (TYPE_POINTER, OP_SELECT, num (1), val (r), val (1));
  ret (val (either));
  end_function ();
  begin_main ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("a"), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (points_to ("b", 1), "x, y");
  ck_assert_str_eq (points_to ("main", p), "x, y");
}
END_TEST

START_TEST (structs_by_value)
{
  uint32_t pair = global ("pair", TYPE_PAIR, OWN);
  begin_function ("second", 0, 2); /* takes two pointers, and is given a struct: types disagree */
  ret (val (1));
  end_function ();
  begin_main ();
  store (at_object (pair, 8), ref (at_object (y, 0)));
  uint32_t p = CALL1 (TYPE_POINTER, fn ("second"), contents (at_object (pair, 0)));
  end_main ();
  ck_assert_str_eq (points_to ("main", p), "y");
}
END_TEST

START_TEST (threads_get_their_argument)
{
  begin_function ("start", 0, 1);
  ret (val (1));
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("start"),
        ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (points_to ("start", 1), "x");
  ck_assert_str_eq (calls_of ("main"), "start in a new thread, pthread_create");
}
END_TEST

/* Several calls are in the order of caller and instruction, each once. */
START_TEST (calls_are_sorted)
{
  define_identity ("a");
  define_identity ("b");
  begin_main ();
  CALL1 (0, fn ("b"), num (0));
  CALL1 (0, fn ("a"), num (0));
  CALL1 (0, fn ("b"), num (0));
  end_main ();
  ck_assert_str_eq (calls_of ("main"), "b, a, b");
  const struct pointers *q = &built.pointers;
  for (uint32_t i = 1; i < q->calls.n; i++)
    ck_assert (q->calls.v[i - 1].caller < q->calls.v[i].caller ||
               q->calls.v[i - 1].record < q->calls.v[i].record);
  ck_assert_uint_eq (q->first_call[built.program.n_functions + 1], q->calls.n);
}
END_TEST

Suite *calls_suite (void)
{
  Suite *suite = suite_create ("calls");
  TCase *c = tcase_create ("calls");
  tcase_add_checked_fixture (c, set_up, build_finish);
  tcase_add_test (c, arguments_and_results);
  tcase_add_test (c, out_parameters);
  tcase_add_test (c, calls_through_tables);
  tcase_add_test (c, functions_that_nobody_calls);
  tcase_add_test (c, many_targets_at_many_sites);
  tcase_add_test (c, targets_that_come_later);
  tcase_add_test (c, recursion);
  tcase_add_test (c, structs_by_value);
  tcase_add_test (c, threads_get_their_argument);
  tcase_add_test (c, calls_are_sorted);
  suite_add_tcase (suite, c);
  return suite;
}
