/* Tests of analysis/threads/threads.c: which threads there are, and which of them may be alive at a point.
   Loops over arrays of handles are in testsuite/stages/thread-loops.c. */

#include "build.h"
#include "terms.h"
#include "threads.h"

Suite *threads_suite (void);

static struct summaries s;
static struct terms terms;
static struct threads threads;
static struct map broken;
static struct text spelled;
static uint32_t x;

static void set_up (void)
{
  build_start ();
  s = (struct summaries){0};
  terms = (struct terms){0};
  threads = (struct threads){0};
  broken = (struct map){0};
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, SF_DEFINED);
}

static void tear_down (void)
{
  threads_free (&threads);
  terms_free (&terms);
  summaries_free (&s);
  build_finish ();
  text_free (&spelled);
}

static void thread_function (const char *name)
{
  begin_function (name, 0, 1);
  store (at_object (x, 0), num (1));
  ret (num (0));
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
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
  terms_init (&terms, &s);
  threads_find (&threads, &s, &terms);
}

static void create (uint32_t handle, const char *function)
{
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (handle, 0)), num (0), fn (function),
        num (0));
}

static void join (uint32_t handle)
{
  uint32_t h = load (TYPE_LONG, at_local (handle, 0));
  CALL2 (TYPE_INT, fn ("pthread_join"), val (h), num (0));
}

/* A place where it is asked who is alive. */
static uint32_t look (void)
{
  return store (at_object (x, 0), num (1));
}

static const char *spell_threads (setid set)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&threads.sets, set); set_next (&i);)
    lines_add (&names, built.program.functions[threads.v.v[i.x].start].name);
  text_clear (&spelled);
  text_add (&spelled, "");
  lines_join (&names, ", ", &spelled);
  return text_of (&spelled);
}

/* By control flow alone: what locks.c knows of conditions is not asked. */
static const char *alive_at (const char *function, uint32_t record)
{
  return spell_threads (
      threads_alive_at (&threads, SETS_EMPTY, function_named (function), record, SETS_EMPTY));
}

static const struct thread *the_thread (const char *start)
{
  const struct thread *found = NULL;
  for (uint32_t i = 1; i < threads.v.n; i++)
    if (threads.v.v[i].start == function_named (start)) {
      ck_assert_msg (!found, "there are several threads %s", start);
      found = &threads.v.v[i];
    }
  ck_assert_msg (found, "there is no thread %s", start);
  return found;
}

static uint32_t count_threads (const char *start)
{
  uint32_t n = 0;
  for (uint32_t i = 1; i < threads.v.n; i++)
    n += threads.v.v[i].start == function_named (start);
  return n;
}

START_TEST (created_and_joined)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  uint32_t before = look ();
  create (t, "work");
  uint32_t during = look ();
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_uint_eq (threads.v.n - 1, 2);
  ck_assert_uint_eq (the_thread ("main")->kind, THREAD_MAIN);
  ck_assert_uint_eq (the_thread ("work")->kind, THREAD_CREATED);
  ck_assert (!the_thread ("work")->many);
  ck_assert (!the_thread ("work")->lost);
  ck_assert_str_eq (alive_at ("main", before), "");
  ck_assert_str_eq (alive_at ("main", during), "work");
  ck_assert_str_eq (alive_at ("main", after), "");
  ck_assert_str_eq (spell_threads (the_thread ("main")->left), "");
}
END_TEST

START_TEST (never_joined)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "work");
  ret (num (0));
  end_main ();
  ck_assert_str_eq (spell_threads (the_thread ("main")->left), "work");
}
END_TEST

START_TEST (one_of_two_is_joined)
{
  thread_function ("first");
  thread_function ("second");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED), u = local ("u", TYPE_LONG, OF_ADDRESSED);
  create (t, "first");
  create (u, "second");
  uint32_t both = look ();
  join (u);
  uint32_t one = look ();
  join (t);
  uint32_t none_left = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", both), "first, second");
  ck_assert_str_eq (alive_at ("main", one), "first");
  ck_assert_str_eq (alive_at ("main", none_left), "");
}
END_TEST

START_TEST (one_function_created_twice)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED), u = local ("u", TYPE_LONG, OF_ADDRESSED);
  create (t, "work");
  create (u, "work");
  join (t);
  uint32_t one = look ();
  ret (num (0));
  end_main ();
  ck_assert_uint_eq (count_threads ("work"), 2);
  ck_assert_str_eq (alive_at ("main", one), "work");
}
END_TEST

START_TEST (handle_is_overwritten)
{
  thread_function ("first");
  thread_function ("second");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "first");
  create (t, "second");
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert (the_thread ("first")->lost);
  ck_assert (!the_thread ("second")->lost);
  ck_assert_str_eq (alive_at ("main", after), "first");
}
END_TEST

START_TEST (handle_is_used_again)
{
  thread_function ("first");
  thread_function ("second");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "first");
  join (t);
  create (t, "second");
  uint32_t during = look ();
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", during), "second");
  ck_assert_str_eq (alive_at ("main", after), "");
}
END_TEST

START_TEST (handle_is_changed)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "work");
  uint32_t other = load (TYPE_LONG, at_object (x, 0));
  store (at_local (t, 0), val (other));
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", after), "work");
}
END_TEST

START_TEST (joined_on_one_way)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "work");
  next_block ();
  join (t);
  next_block ();
  edge (0, 2);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", after), "work");
}
END_TEST

START_TEST (created_on_one_way)
{
  thread_function ("work");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  next_block ();
  create (t, "work");
  next_block ();
  edge (0, 2);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", after), "work");
}
END_TEST

START_TEST (one_of_two_start_functions)
{
  thread_function ("first");
  thread_function ("second");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  uint32_t which = load (TYPE_LONG, at_object (x, 0));
  uint32_t start = op (TYPE_POINTER, OP_SELECT, val (which), fn ("first"), fn ("second"));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), val (start), num (0));
  uint32_t during = look ();
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_uint_eq (the_thread ("first")->item, the_thread ("second")->item);
  ck_assert_str_eq (alive_at ("main", during), "first, second");
  ck_assert_str_eq (alive_at ("main", after), "");
}
END_TEST

/* Creators and joiners behind calls */

START_TEST (created_by_a_wrapper)
{
  thread_function ("first");
  thread_function ("second");
  begin_function ("start", 0, 2); /* (handle, function) */
  call (TYPE_INT, fn ("pthread_create"), val (1), num (0), val (2), num (0));
  ret (none ());
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED), u = local ("u", TYPE_LONG, OF_ADDRESSED);
  CALL2 (0, fn ("start"), ref (at_local (t, 0)), fn ("first"));
  uint32_t one = look ();
  CALL2 (0, fn ("start"), ref (at_local (u, 0)), fn ("second"));
  join (t);
  uint32_t other = look ();
  ret (num (0));
  end_main ();
  ck_assert_uint_eq (s.items.v[the_thread ("first")->item].function, function_named ("main"));
  ck_assert_str_eq (alive_at ("main", one), "first");
  ck_assert_str_eq (alive_at ("main", other), "second");
}
END_TEST

START_TEST (joined_by_a_wrapper)
{
  thread_function ("work");
  begin_function ("wait", 0, 1);
  CALL2 (TYPE_INT, fn ("pthread_join"), val (1), num (0));
  ret (none ());
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "work");
  uint32_t h = load (TYPE_LONG, at_local (t, 0));
  CALL1 (0, fn ("wait"), val (h));
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", after), "");
}
END_TEST

START_TEST (global_handles_are_joined_anywhere)
{
  uint32_t handle = global ("handle", TYPE_LONG, SF_DEFINED);
  thread_function ("work");
  begin_function ("start", 0, 0);
  call (TYPE_INT, fn ("pthread_create"), ref (at_object (handle, 0)), num (0), fn ("work"),
        num (0));
  ret (none ());
  end_function ();
  begin_function ("stop", 0, 0);
  uint32_t h = load (TYPE_LONG, at_object (handle, 0));
  CALL2 (TYPE_INT, fn ("pthread_join"), val (h), num (0));
  ret (none ());
  end_function ();
  begin_main ();
  CALL0 (0, fn ("start"));
  uint32_t during = look ();
  CALL0 (0, fn ("stop"));
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (alive_at ("main", during), "work");
  ck_assert_str_eq (alive_at ("main", after), "");
  ck_assert_str_eq (
      spell_threads (threads_ended_at (&threads, SETS_EMPTY, function_named ("main"), after)),
      "work");
}
END_TEST

/* Threads of threads */

START_TEST (left_over_grandchildren)
{
  thread_function ("grandchild");
  begin_function ("child", 0, 1);
  uint32_t own = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (own, "grandchild");
  ret (num (0));
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  uint32_t before = look ();
  create (t, "child");
  uint32_t during = look ();
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (spell_threads (the_thread ("child")->left), "grandchild");
  ck_assert_str_eq (alive_at ("main", before), "");
  ck_assert_str_eq (alive_at ("main", during), "child"); /* and what it may create */
  ck_assert_str_eq (alive_at ("main", after), "grandchild");
}
END_TEST

START_TEST (joined_grandchildren)
{
  thread_function ("grandchild");
  begin_function ("child", 0, 1);
  uint32_t own = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (own, "grandchild");
  uint32_t inside = look ();
  join (own);
  ret (num (0));
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "child");
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert_str_eq (spell_threads (the_thread ("child")->left), "");
  ck_assert_str_eq (alive_at ("child", inside), "grandchild");
  ck_assert_str_eq (alive_at ("main", after), "");
}
END_TEST

START_TEST (left_by_pthread_exit)
{
  thread_function ("grandchild");
  begin_function ("child", 0, 1);
  uint32_t own = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (own, "grandchild");
  CALL1 (0, fn ("pthread_exit"), num (0));
  next_block ();
  join (own);
  ret (num (0));
  end_function ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  create (t, "child");
  join (t);
  uint32_t after = look ();
  ret (num (0));
  end_main ();
  ck_assert (threads.ends_thread[function_named ("child")]);
  ck_assert_str_eq (alive_at ("main", after), "grandchild");
}
END_TEST

/* Other threads */

START_TEST (signal_handlers)
{
  thread_function ("handler");
  thread_function ("child");
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  CALL2 (TYPE_POINTER, fn ("signal"), num (2), fn ("handler"));
  create (t, "child");
  ret (num (0));
  end_main ();
  ck_assert_uint_eq (the_thread ("handler")->kind, THREAD_SIGNAL);
  ck_assert (the_thread ("handler")->many);
}
END_TEST

START_TEST (signal_handlers_alone)
{
  thread_function ("handler");
  begin_main ();
  CALL2 (TYPE_POINTER, fn ("signal"), num (2), fn ("handler"));
  ret (num (0));
  end_main ();
  ck_assert (!the_thread ("handler")->many);
  ck_assert_uint_eq (threads.v.v[the_thread ("handler")->taken_by].kind, THREAD_MAIN);
}
END_TEST

Suite *threads_suite (void)
{
  Suite *suite = suite_create ("threads");
  TCase *c = tcase_create ("threads");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, created_and_joined);
  tcase_add_test (c, never_joined);
  tcase_add_test (c, one_of_two_is_joined);
  tcase_add_test (c, one_function_created_twice);
  tcase_add_test (c, handle_is_overwritten);
  tcase_add_test (c, handle_is_used_again);
  tcase_add_test (c, handle_is_changed);
  tcase_add_test (c, joined_on_one_way);
  tcase_add_test (c, created_on_one_way);
  tcase_add_test (c, one_of_two_start_functions);
  tcase_add_test (c, created_by_a_wrapper);
  tcase_add_test (c, joined_by_a_wrapper);
  tcase_add_test (c, global_handles_are_joined_anywhere);
  tcase_add_test (c, left_over_grandchildren);
  tcase_add_test (c, joined_grandchildren);
  tcase_add_test (c, left_by_pthread_exit);
  tcase_add_test (c, signal_handlers);
  tcase_add_test (c, signal_handlers_alone);
  suite_add_tcase (suite, c);
  return suite;
}
