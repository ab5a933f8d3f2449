/* Tests of analysis/effects/prefilter.c: which threads of control there are, what several of them may touch,
   and which functions matter then. */

#include "build.h"

Suite *prefilter_suite (void);

enum { OWN = SF_DEFINED };

static uint32_t x, y, lock, holder;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, OWN);
  y = global ("y", TYPE_LONG, OWN);
  lock = global ("lock", TYPE_LONG, OWN);
  holder = global ("holder", TYPE_POINTER, OWN);
}

/* Parts of programs */

static void create (const char *start, struct operand argument)
{
  uint32_t t = local ("t", TYPE_LONG, 0);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn (start), argument);
}

static void function_that_writes (const char *name, uint32_t object)
{
  begin_function (name, 0, 1);
  store (at_object (object, 0), num (1));
  end_function ();
}

static void begin_main (void)
{
  begin_function ("main", SF_PUBLIC, 0);
}

static void end_main (void)
{
  end_function ();
  analyse_built ();
}

/* What was found */

static const char *entries (void)
{
  static struct text all;
  const struct prefilter *r = &built.filter;
  text_clear (&all);
  text_add (&all, "");
  for (uint32_t i = 0; i < r->entries.n; i++)
    text_printf (&all, "%s%s%s", i ? ", " : "",
                 built.program.functions[r->entries.v[i].function].name,
                 r->entries.v[i].many ? " many" : "");
  return text_of (&all);
}

static const char *candidates (void)
{
  vec_u32 all = {0};
  for (loc_id l = 1; l < built.pointers.objects.locs.n; l++)
    if (bitset_has (&built.filter.candidates, l))
      vec_push (&all, l);
  setid set = sets_from (&built.pointers.sets, all.v, all.n);
  vec_free (&all);
  return spell_set (set);
}

static bool sliced (const char *name)
{
  return built.filter.sliced[function_named (name)];
}

/* Entries */

START_TEST (one_thread_that_is_created_once)
{
  function_that_writes ("start", x);
  begin_main ();
  create ("start", num (0));
  end_main ();
  ck_assert_str_eq (entries (), "main, start");
  ck_assert_str_eq (candidates (), ""); /* nobody else touches x */
}
END_TEST

START_TEST (thread_that_is_created_in_a_loop)
{
  function_that_writes ("start", x);
  begin_main ();
  next_block ();
  edge (1, 1);
  create ("start", num (0));
  next_block ();
  end_main ();
  ck_assert_str_eq (entries (), "main, start many");
  ck_assert_str_eq (candidates (), "x");
}
END_TEST

START_TEST (loop_of_several_blocks)
{
  function_that_writes ("start", x);
  begin_main ();
  next_block ();
  create ("start", num (0));
  next_block ();
  edge (2, 1);
  next_block ();
  end_main ();
  ck_assert_str_eq (entries (), "main, start many");
}
END_TEST

START_TEST (thread_that_is_created_at_two_places)
{
  function_that_writes ("start", x);
  begin_main ();
  create ("start", num (0));
  create ("start", num (0));
  end_main ();
  ck_assert_str_eq (entries (), "main, start many");
  ck_assert_str_eq (candidates (), "x");
}
END_TEST

/* spawn creates the thread: called once it is one, else many. */
START_TEST (creator_that_is_called_several_times)
{
  function_that_writes ("start", x);
  begin_function ("spawn", 0, 0);
  create ("start", num (0));
  end_function ();
  begin_main ();
  for (int i = 0; i < _i; i++)
    CALL0 (0, fn ("spawn"));
  end_main ();
  ck_assert_str_eq (entries (), _i == 1 ? "main, start" : "main, start many");
}
END_TEST

START_TEST (library_has_many_of_everything)
{
  begin_function ("api", SF_PUBLIC, 0);
  store (at_object (x, 0), num (1));
  end_function ();
  begin_function ("other", SF_PUBLIC, 0);
  load (TYPE_LONG, at_object (y, 0));
  end_function ();
  analyse_built ();
  ck_assert_str_eq (entries (), "api many, other many");
  ck_assert_str_eq (candidates (), "x");
}
END_TEST

START_TEST (signal_handlers_and_constructors)
{
  function_that_writes ("handler", x);
  begin_function ("constructor", 0, 0);
  function_flags (FF_CONSTRUCTOR);
  end_function ();
  begin_main ();
  CALL2 (TYPE_POINTER, fn ("signal"), num (2), fn ("handler"));
  end_main ();
  ck_assert_str_eq (entries (), "main, handler many, constructor");
}
END_TEST

/* Who comes where */

START_TEST (reached_functions)
{
  function_that_writes ("shared", x);
  function_that_writes ("own", y);
  begin_function ("start", 0, 1);
  CALL1 (0, fn ("shared"), num (0));
  end_function ();
  begin_main ();
  create ("start", num (0));
  CALL1 (0, fn ("shared"), num (0));
  CALL1 (0, fn ("own"), num (0));
  end_main ();
  const uint64_t *reached = built.filter.reached;
  ck_assert_uint_eq (reached[function_named ("main")], 1);
  ck_assert_uint_eq (reached[function_named ("start")], 2);
  ck_assert_uint_eq (reached[function_named ("shared")], 3);
  ck_assert_uint_eq (reached[function_named ("own")], 1);
  ck_assert_str_eq (candidates (), "x");
}
END_TEST

START_TEST (callbacks_are_reached_from_who_calls_the_world)
{
  function_that_writes ("callback", x);
  begin_function ("start", 0, 1);
  CALL0 (0, fn ("nobody_knows")); /* may call what it was given elsewhere */
  end_function ();
  begin_main ();
  create ("start", num (0));
  CALL1 (0, fn ("nobody_knows"), fn ("callback"));
  end_main ();
  ck_assert_uint_eq (built.filter.reached[function_named ("callback")], 3);
  ck_assert_str_eq (candidates (), "x");
}
END_TEST

/* More threads than bits: those that share the last bit count as several. */
START_TEST (more_threads_than_bits)
{
  enum { N = MOST_ENTRIES + 2 };
  static char names[N][32], variables[N][32];
  for (int i = 0; i < N; i++) {
    snprintf (names[i], sizeof names[i], "start%d", i);
    snprintf (variables[i], sizeof variables[i], "v%d", i);
    function_that_writes (names[i], global (variables[i], TYPE_LONG, OWN));
  }
  begin_main ();
  for (int i = 0; i < N; i++)
    create (names[i], num (0));
  end_main ();
  ck_assert_uint_eq (built.filter.entries.n, N + 1);
  /* main has bit 0, so starts 62 and up share bit 63. */
  ck_assert_str_eq (candidates (), "v62, v63, v64, v65");
}
END_TEST

/* What may be shared */

/* main and a thread, which both touch what BOTH is, in the given ways. */
static void two_threads (bool main_writes, bool start_writes, struct address both)
{
  begin_function ("start", 0, 1);
  if (start_writes)
    store (both, num (1));
  else
    load (TYPE_LONG, both);
  end_function ();
  begin_main ();
  create ("start", num (0));
  if (main_writes)
    store (both, num (1));
  else
    load (TYPE_LONG, both);
  end_main ();
}

START_TEST (one_of_them_must_write)
{
  two_threads (_i & 1, _i & 2, at_object (x, 0));
  ck_assert_str_eq (candidates (), _i ? "x" : "");
}
END_TEST

START_TEST (thread_local_variables_are_not_shared)
{
  two_threads (true, true, at_object (thread_local_global ("own", TYPE_LONG), 0));
  ck_assert_str_eq (candidates (), "");
}
END_TEST

START_TEST (fields_are_judged_one_by_one)
{
  uint32_t table = global ("table", TYPE_TABLE, OWN);
  begin_function ("start", 0, 1);
  store (at_object (table, 0), num (1));
  end_function ();
  begin_main ();
  create ("start", num (0));
  load (TYPE_LONG, at_object (table, 0));
  store (at_object (table, 40), num (1));
  end_main ();
  ck_assert_str_eq (candidates (), "table");
}
END_TEST

START_TEST (accesses_that_overlap_with_another_start)
{
  uint32_t table = global ("table", TYPE_TABLE, OWN);
  begin_function ("start", 0, 1);
  store (at_object (table, 40), num (1));
  end_function ();
  begin_main ();
  create ("start", num (0));
  load (TYPE_INT, at_object (table, 44));
  end_main ();
  ck_assert_str_eq (candidates (), "table+40, table+44");
}
END_TEST

START_TEST (locals_are_shared_when_they_are_given_away)
{
  begin_function ("start", 0, 1);
  store (at_value (1, 0), num (1));
  end_function ();
  begin_main ();
  uint32_t given = local ("given", TYPE_LONG, OF_ADDRESSED);
  uint32_t kept = local ("kept", TYPE_LONG, OF_ADDRESSED);
  create ("start", ref (at_local (given, 0)));
  load (TYPE_LONG, at_local (given, 0));
  store (at_local (kept, 0), num (1));
  end_main ();
  ck_assert_str_eq (candidates (), "main.given");
}
END_TEST

/* A heap object of a function that two threads run is shared only if others can come to it. */
START_TEST (heap_is_shared_when_it_can_be_reached)
{
  begin_function ("work", 0, 1);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (8));
  store (at_value (p, 0), num (1));
  if (_i)
    store (at_object (holder, 0), val (p));
  end_function ();
  begin_main ();
  create ("work", num (0));
  CALL1 (0, fn ("work"), num (0));
  end_main ();
  ck_assert_str_eq (candidates (), _i ? "heap@work:a.o:1:1, holder" : "");
}
END_TEST

START_TEST (freed_is_written)
{
  begin_function ("start", 0, 1);
  load (TYPE_LONG, at_value (1, 8));
  end_function ();
  begin_main ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  create ("start", val (p));
  CALL1 (0, fn ("free"), val (p));
  end_main ();
  ck_assert_str_eq (candidates (), "heap@main:a.o:1:1, heap@main:a.o:1:1+8");
}
END_TEST

/* The slice */

START_TEST (slice_has_what_touches_candidates_and_its_callers)
{
  function_that_writes ("touches", x);
  function_that_writes ("unrelated", y);
  begin_function ("caller", 0, 0);
  CALL1 (0, fn ("touches"), num (0));
  end_function ();
  begin_function ("locks", 0, 0);
  CALL1 (0, fn ("pthread_mutex_lock"), ref (at_object (lock, 0)));
  end_function ();
  begin_function ("start", 0, 1);
  CALL0 (0, fn ("caller"));
  CALL0 (0, fn ("locks"));
  end_function ();
  begin_main ();
  create ("start", num (0));
  CALL0 (0, fn ("caller"));
  CALL1 (0, fn ("unrelated"), num (0));
  end_main ();
  ck_assert (sliced ("touches"));
  ck_assert (sliced ("caller"));
  ck_assert (sliced ("start"));
  ck_assert (sliced ("main"));
  ck_assert (sliced ("locks"));
  ck_assert (!sliced ("unrelated"));
  ck_assert_uint_eq (built.filter.stats.functions, 6);
  ck_assert_uint_eq (built.filter.stats.sliced, 5);
  ck_assert_uint_eq (built.filter.stats.instructions,
                     built.filter.stats.sliced_instructions + 1); /* the store of `unrelated' */
}
END_TEST

START_TEST (access_that_nobody_knows_is_in_the_slice)
{
  begin_function ("lost", 0, 1); /* never called */
  store (at_value (1, 0), num (1));
  end_function ();
  function_that_writes ("start", x);
  begin_main ();
  create ("start", num (0));
  end_main ();
  ck_assert (sliced ("lost"));
  ck_assert (!sliced ("start"));
}
END_TEST

Suite *prefilter_suite (void)
{
  Suite *suite = suite_create ("prefilter");
  TCase *c = tcase_create ("prefilter");
  tcase_add_checked_fixture (c, set_up, build_finish);
  tcase_add_test (c, one_thread_that_is_created_once);
  tcase_add_test (c, thread_that_is_created_in_a_loop);
  tcase_add_test (c, loop_of_several_blocks);
  tcase_add_test (c, thread_that_is_created_at_two_places);
  tcase_add_loop_test (c, creator_that_is_called_several_times, 1, 3);
  tcase_add_test (c, library_has_many_of_everything);
  tcase_add_test (c, signal_handlers_and_constructors);
  tcase_add_test (c, reached_functions);
  tcase_add_test (c, callbacks_are_reached_from_who_calls_the_world);
  tcase_add_test (c, more_threads_than_bits);
  tcase_add_loop_test (c, one_of_them_must_write, 0, 4);
  tcase_add_test (c, thread_local_variables_are_not_shared);
  tcase_add_test (c, fields_are_judged_one_by_one);
  tcase_add_test (c, accesses_that_overlap_with_another_start);
  tcase_add_test (c, locals_are_shared_when_they_are_given_away);
  tcase_add_loop_test (c, heap_is_shared_when_it_can_be_reached, 0, 2);
  tcase_add_test (c, freed_is_written);
  tcase_add_test (c, slice_has_what_touches_candidates_and_its_callers);
  tcase_add_test (c, access_that_nobody_knows_is_in_the_slice);
  suite_add_tcase (suite, c);
  return suite;
}
