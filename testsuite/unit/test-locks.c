/* Tests of analysis/locks/locks.c: the locks that are held where functions write, and when they return.
   What needs conditions is in testsuite/stages/lock-rows.c. */

#include "build.h"
#include "summaries.h"

Suite *locks_suite (void);

static struct summaries s;
static struct map broken;
static struct text spelled;
static uint32_t x, lock, other;

static void set_up (void)
{
  build_start ();
  s = (struct summaries){0};
  broken = (struct map){0};
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, SF_DEFINED);
  lock = global ("lock", TYPE_TABLE, SF_DEFINED);
  other = global ("other", TYPE_TABLE, SF_DEFINED);
}

static void tear_down (void)
{
  summaries_free (&s);
  build_finish ();
  text_free (&spelled);
}

/* All tests are about the functions that a thread calls, beside which another one runs. */
static void begin_work (void)
{
  begin_function ("work", 0, 1);
}

static void end_work (void)
{
  end_function ();
  begin_function ("main", SF_PUBLIC, 0);
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), num (0));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), num (0));
  end_function ();
  analyse_built ();
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
}

static struct operand the_lock (void)
{
  return ref (at_object (lock, 0));
}

static struct operand the_other (void)
{
  return ref (at_object (other, 0));
}

static void take (struct operand l)
{
  CALL1 (0, fn ("pthread_mutex_lock"), l);
}

static void give (struct operand l)
{
  CALL1 (0, fn ("pthread_mutex_unlock"), l);
}

/* A place where it is asked what is held. */
static uint32_t look (void)
{
  return store (at_object (x, 0), num (1));
}

static void add_holds (setid held)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&s.sets, held); set_next (&i);) {
    struct hold h = hold_get (&s, i.x);
    struct text one = {0};
    expr_print (&s.x, h.lock, &one);
    text_printf (&one, "%s", h.mode == MODE_SHARED ? ":shared" : "");
    if (h.depth > 1)
      text_printf (&one, ":%u", h.depth);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  lines_join (&names, ", ", &spelled);
}

static void add_released (setid released)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&s.sets, released); set_next (&i);) {
    struct text one = {0};
    expr_print (&s.x, i.x, &one);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  if (released)
    text_add (&spelled, " without ");
  lines_join (&names, ", ", &spelled);
}

/* "&lock:2, arg0 without &other": what is held, and which locks of callers may not be, at the
   record of an access. */
static const char *held_at (const char *function, uint32_t record)
{
  const struct summary *m = &s.of[function_named (function)];
  text_clear (&spelled);
  text_add (&spelled, "");
  for (uint32_t i = m->first_item; i < m->first_item + m->n_items; i++)
    if (s.items.v[i].record == record && s.items.v[i].kind == ITEM_ACCESS) {
      add_holds (s.items.v[i].held);
      add_released (s.items.v[i].released);
      return text_of (&spelled);
    }
  ck_abort_msg ("nothing happens at %s#%u", function, record);
}

/* The same when the function returns; each way of returning. */
static const char *held_after (const char *function)
{
  const struct summary *m = &s.of[function_named (function)];
  text_clear (&spelled);
  text_add (&spelled, "");
  for (uint32_t i = 0; i < m->n_rows; i++) {
    text_add (&spelled, i ? "; " : "");
    add_holds (m->rows[i].held);
    add_released (m->rows[i].released);
  }
  return text_of (&spelled);
}

START_TEST (between_lock_and_unlock)
{
  begin_work ();
  uint32_t before = look ();
  take (the_lock ());
  uint32_t inside = look ();
  give (the_lock ());
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", before), "");
  ck_assert_str_eq (held_at ("work", inside), "&lock");
  ck_assert_str_eq (held_at ("work", after), "");
  ck_assert_str_eq (held_after ("work"), "");
}
END_TEST

START_TEST (two_locks)
{
  begin_work ();
  take (the_lock ());
  take (the_other ());
  uint32_t both = look ();
  give (the_lock ());
  uint32_t one = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", both), "&lock, &other");
  ck_assert_str_eq (held_at ("work", one), "&other");
  ck_assert_str_eq (held_after ("work"), "&other");
}
END_TEST

START_TEST (taken_twice)
{
  begin_work ();
  take (the_lock ());
  take (the_lock ());
  uint32_t twice = look ();
  give (the_lock ());
  uint32_t once = look ();
  give (the_lock ());
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", twice), "&lock:2");
  ck_assert_str_eq (held_at ("work", once), "&lock");
  ck_assert_str_eq (held_at ("work", after), "");
}
END_TEST

START_TEST (shared_and_exclusive)
{
  begin_work ();
  CALL1 (0, fn ("pthread_rwlock_rdlock"), the_lock ());
  uint32_t reading = look ();
  CALL1 (0, fn ("pthread_rwlock_unlock"), the_lock ());
  CALL1 (0, fn ("pthread_rwlock_wrlock"), the_lock ());
  uint32_t writing = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", reading), "&lock:shared");
  ck_assert_str_eq (held_at ("work", writing), "&lock");
}
END_TEST

/* Callees */

static void wrappers (void)
{
  begin_function ("taking", 0, 1);
  take (val (1));
  ret (none ());
  end_function ();
  begin_function ("giving", 0, 1);
  give (val (1));
  ret (none ());
  end_function ();
}

START_TEST (wrappers_lock_what_they_are_given)
{
  wrappers ();
  begin_work ();
  CALL1 (0, fn ("taking"), the_lock ());
  CALL1 (0, fn ("taking"), the_other ());
  uint32_t both = look ();
  CALL1 (0, fn ("giving"), the_lock ());
  uint32_t one = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_after ("taking"), "arg0");
  ck_assert_str_eq (held_after ("giving"), " without arg0");
  ck_assert_str_eq (held_at ("work", both), "&lock, &other");
  ck_assert_str_eq (held_at ("work", one), "&other");
}
END_TEST

START_TEST (wrappers_of_wrappers)
{
  wrappers ();
  begin_function ("outer", 0, 1);
  CALL1 (0, fn ("taking"), ref (at_value (1, 8)));
  ret (none ());
  end_function ();
  begin_work ();
  CALL1 (0, fn ("outer"), the_lock ());
  uint32_t inside = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_after ("outer"), "arg0+8");
  ck_assert_str_eq (held_at ("work", inside), "&lock+8");
}
END_TEST

START_TEST (lock_of_the_caller_is_released)
{
  begin_function ("waits", 0, 0);
  give (the_lock ());
  uint32_t without = look ();
  take (the_lock ());
  uint32_t again = look ();
  ret (none ());
  end_function ();
  begin_work ();
  take (the_lock ());
  take (the_other ());
  CALL0 (0, fn ("waits"));
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("waits", without), " without &lock");
  ck_assert_str_eq (held_at ("waits", again), "&lock without &lock");
  ck_assert_str_eq (held_at ("work", after), "&lock, &other");
}
END_TEST

START_TEST (accesses_of_callees_have_the_locks_of_callers)
{
  begin_function ("change", 0, 2);
  take (val (2));
  store (at_value (1, 0), num (1));
  give (val (2));
  ret (none ());
  end_function ();
  begin_work ();
  take (the_other ());
  CALL2 (0, fn ("change"), ref (at_object (x, 0)), the_lock ());
  uint32_t called = last_record ();
  give (the_other ());
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("change", 1), "arg1");
  ck_assert_str_eq (held_at ("work", called), "&lock, &other");
}
END_TEST

START_TEST (recursion_keeps_what_it_does_not_release)
{
  begin_function ("down", 0, 0);
  take (the_lock ());
  give (the_lock ());
  CALL0 (0, fn ("down"));
  ret (none ());
  end_function ();
  begin_work ();
  take (the_lock ());
  take (the_other ());
  CALL0 (0, fn ("down"));
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  /* Each call releases what it has taken. */
  ck_assert_str_eq (held_at ("work", after), "&lock, &other");
}
END_TEST

/* Names */

START_TEST (one_of_two_is_released)
{
  begin_work ();
  uint32_t either = op (TYPE_POINTER, OP_SELECT, val (1), the_lock (), the_other ());
  take (the_lock ());
  give (val (either));
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", after), " without work%2");
}
END_TEST

START_TEST (another_one_is_released)
{
  begin_function ("change", 0, 2);
  take (val (1));
  give (val (2));
  uint32_t after = look ();
  ret (none ());
  end_function ();
  begin_work ();
  CALL2 (0, fn ("change"), the_lock (), the_other ());
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("change", after), "arg0 without arg1");
}
END_TEST

START_TEST (perhaps_the_same_is_released)
{
  begin_function ("change", 0, 2);
  take (val (1));
  give (val (2));
  uint32_t after = look ();
  ret (none ());
  end_function ();
  begin_work ();
  CALL2 (0, fn ("change"), the_lock (), the_other ());
  CALL2 (0, fn ("change"), the_lock (), the_lock ());
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("change", after), " without arg1");
}
END_TEST

START_TEST (other_code_cannot_know_the_lock)
{
  uint32_t hidden = global ("hidden", TYPE_POINTER, SF_PUBLIC); /* defined elsewhere */
  begin_work ();
  uint32_t p = load (TYPE_POINTER, at_object (hidden, 0));
  take (the_lock ());
  give (val (p));
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", after), "&lock without *(&hidden)#0");
}
END_TEST

/* Ways that meet */

START_TEST (held_on_one_way_only)
{
  begin_work ();
  next_block ();
  take (the_lock ());
  next_block ();
  edge (0, 2);
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", after), "");
  ck_assert_str_eq (held_after ("work"), "; &lock");
}
END_TEST

START_TEST (held_on_both_ways)
{
  begin_work ();
  take (the_lock ());
  next_block ();
  take (the_other ());
  next_block ();
  edge (0, 2);
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", after), "&lock");
}
END_TEST

START_TEST (renamed_where_ways_meet)
{
  begin_work ();
  take (the_lock ());
  next_block ();
  give (the_lock ());
  take (the_other ());
  next_block ();
  edge (0, 2);
  predecessors (0, 1);
  uint32_t either = phi (TYPE_POINTER, the_lock (), the_other ());
  uint32_t inside = look ();
  give (val (either));
  uint32_t after = look ();
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", inside), "work%2");
  ck_assert_str_eq (held_at ("work", after), "");
}
END_TEST

START_TEST (loops_take_the_lock_of_another_element)
{
  uint32_t table = global ("table", TYPE_POINTER, SF_DEFINED);
  begin_work ();
  next_block ();
  uint32_t p = load (TYPE_POINTER, at_object (table, 0));
  uint32_t before = look ();
  take (val (p));
  uint32_t inside = look ();
  next_block ();
  edge (1, 1);
  ret (num (0));
  end_work ();
  ck_assert_str_eq (held_at ("work", before), "");
  ck_assert_str_ne (held_at ("work", inside), "");
}
END_TEST

Suite *locks_suite (void)
{
  Suite *suite = suite_create ("locks");
  TCase *c = tcase_create ("locks");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, between_lock_and_unlock);
  tcase_add_test (c, two_locks);
  tcase_add_test (c, taken_twice);
  tcase_add_test (c, shared_and_exclusive);
  tcase_add_test (c, wrappers_lock_what_they_are_given);
  tcase_add_test (c, wrappers_of_wrappers);
  tcase_add_test (c, lock_of_the_caller_is_released);
  tcase_add_test (c, accesses_of_callees_have_the_locks_of_callers);
  tcase_add_test (c, recursion_keeps_what_it_does_not_release);
  tcase_add_test (c, one_of_two_is_released);
  tcase_add_test (c, another_one_is_released);
  tcase_add_test (c, perhaps_the_same_is_released);
  tcase_add_test (c, other_code_cannot_know_the_lock);
  tcase_add_test (c, held_on_one_way_only);
  tcase_add_test (c, held_on_both_ways);
  tcase_add_test (c, renamed_where_ways_meet);
  tcase_add_test (c, loops_take_the_lock_of_another_element);
  suite_add_tcase (suite, c);
  return suite;
}
