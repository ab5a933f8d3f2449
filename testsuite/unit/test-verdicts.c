/* Tests of analysis/contexts/contexts.c and analysis/verdicts/verdicts.c: why the accesses of a location cannot race,
   or that they can. */

#include "stages.h"

Suite *verdicts_suite (void);

static uint32_t x, lock, other;

static void set_up (void)
{
  stages_start ();
  x = global ("x", TYPE_LONG, SF_DEFINED);
  lock = global ("lock", TYPE_TABLE, SF_DEFINED);
  other = global ("other", TYPE_TABLE, SF_DEFINED);
}

static void end_main (void)
{
  ret (num (0));
  end_function ();
  judge_built ();
}

static void take (uint32_t l)
{
  CALL1 (0, fn ("pthread_mutex_lock"), ref (at_object (l, 0)));
}

static void give (uint32_t l)
{
  CALL1 (0, fn ("pthread_mutex_unlock"), ref (at_object (l, 0)));
}

static void change (void)
{
  store (at_object (x, 0), num (1));
}

static void look (void)
{
  load (TYPE_LONG, at_object (x, 0));
}

static void guarded (uint32_t l, void (*access) (void))
{
  take (l);
  access ();
  give (l);
}

/* Two threads that do something each. */
static void two_threads (void)
{
  begin_main ();
  create ("t", "first");
  create ("u", "second");
  end_main ();
}

START_TEST (without_locks)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_work ("second");
  look ();
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
  ck_assert_uint_eq (stages.verdicts.count[VERDICT_RACE], 1);
}
END_TEST

START_TEST (with_one_lock)
{
  begin_work ("first");
  guarded (lock, change);
  end_work ();
  begin_work ("second");
  guarded (lock, look);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "guarded");
}
END_TEST

START_TEST (with_another_lock)
{
  begin_work ("first");
  guarded (lock, change);
  end_work ();
  begin_work ("second");
  guarded (other, change);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* A writes with both locks, B and C read with one each. */
START_TEST (with_a_lock_per_pair)
{
  begin_work ("first");
  take (other);
  guarded (lock, change);
  give (other);
  end_work ();
  begin_work ("second");
  guarded (lock, look);
  end_work ();
  begin_work ("third");
  guarded (other, look);
  end_work ();
  begin_main ();
  create ("t", "first");
  create ("u", "second");
  create ("v", "third");
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "locked");
}
END_TEST

static void reading_with_shared (void (*access) (void))
{
  CALL1 (0, fn ("pthread_rwlock_rdlock"), ref (at_object (lock, 0)));
  access ();
  CALL1 (0, fn ("pthread_rwlock_unlock"), ref (at_object (lock, 0)));
}

START_TEST (readers_and_a_writer)
{
  begin_work ("first");
  CALL1 (0, fn ("pthread_rwlock_wrlock"), ref (at_object (lock, 0)));
  change ();
  CALL1 (0, fn ("pthread_rwlock_unlock"), ref (at_object (lock, 0)));
  end_work ();
  begin_work ("second");
  reading_with_shared (look);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "guarded");
}
END_TEST

START_TEST (a_writer_that_locks_as_a_reader)
{
  begin_work ("first");
  reading_with_shared (change);
  end_work ();
  begin_work ("second");
  reading_with_shared (look);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* Time */

START_TEST (before_and_after_the_thread)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_main ();
  change ();
  uint32_t t = create ("t", "first");
  join (t);
  change ();
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "ordered");
}
END_TEST

START_TEST (beside_the_thread)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_main ();
  uint32_t t = create ("t", "first");
  look ();
  join (t);
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (one_thread_after_the_other)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_work ("second");
  change ();
  end_work ();
  begin_main ();
  uint32_t t = create ("t", "first");
  join (t);
  create ("u", "second");
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "ordered");
}
END_TEST

START_TEST (only_read)
{
  begin_work ("first");
  look ();
  end_work ();
  begin_work ("second");
  look ();
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "nothing"); /* the prefilter has seen that */
}
END_TEST

START_TEST (two_of_one_function)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_main ();
  create ("t", "first");
  create ("u", "first");
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (created_in_a_loop)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_main ();
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  next_block ();
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("first"), num (0));
  next_block ();
  edge (1, 1);
  end_main ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* Callers */

START_TEST (locks_of_callers)
{
  begin_function ("deep", 0, 0);
  change ();
  ret (none ());
  end_function ();
  begin_function ("outer", 0, 0);
  CALL0 (0, fn ("deep"));
  ret (none ());
  end_function ();
  begin_work ("first");
  take (lock);
  CALL0 (0, fn ("outer"));
  give (lock);
  end_work ();
  begin_work ("second");
  take (lock);
  CALL0 (0, fn ("deep"));
  give (lock);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "guarded");
}
END_TEST

START_TEST (one_caller_without)
{
  begin_function ("deep", 0, 0);
  change ();
  ret (none ());
  end_function ();
  begin_work ("first");
  take (lock);
  CALL0 (0, fn ("deep"));
  give (lock);
  end_work ();
  begin_work ("second");
  CALL0 (0, fn ("deep"));
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (locks_of_callers_that_are_released)
{
  begin_function ("deep", 0, 0);
  give (lock);
  change ();
  take (lock);
  ret (none ());
  end_function ();
  begin_work ("first");
  take (lock);
  CALL0 (0, fn ("deep"));
  give (lock);
  end_work ();
  begin_work ("second");
  guarded (lock, look);
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* Atomics */

static void atomically (void)
{
  CALL3 (0, fn ("__atomic_store_8"), ref (at_object (x, 0)), num (1), num (5));
}

START_TEST (atomic_accesses)
{
  begin_work ("first");
  atomically ();
  end_work ();
  begin_work ("second");
  atomically ();
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "atomic");
}
END_TEST

START_TEST (atomic_and_plain_accesses)
{
  begin_work ("first");
  atomically ();
  end_work ();
  begin_work ("second");
  look ();
  end_work ();
  two_threads ();
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

/* Who runs beside whom */

START_TEST (moments)
{
  begin_work ("first");
  change ();
  end_work ();
  begin_work ("second");
  change ();
  end_work ();
  begin_work ("third");
  change ();
  end_work ();
  begin_main ();
  uint32_t t = create ("t", "first");
  create ("u", "second");
  join (t);
  create ("v", "third");
  end_main ();
  thread_id id[4];
  static const char *const names[] = {"main", "first", "second", "third"};
  for (int k = 0; k < 4; k++)
    id[k] = thread_named (names[k]);
  struct moment m[4];
  for (int k = 0; k < 4; k++)
    m[k] = (struct moment){.thread = id[k]};
  ck_assert (contexts_parallel (&stages.contexts, m[1], m[2]));
  ck_assert (contexts_parallel (&stages.contexts, m[2], m[1]));
  ck_assert (contexts_parallel (&stages.contexts, m[2], m[3]));
  ck_assert (!contexts_parallel (&stages.contexts, m[1], m[3]));
  ck_assert (!contexts_parallel (&stages.contexts, m[1], m[1]));
  /* Main: it depends on who is alive. */
  ck_assert (!contexts_parallel (&stages.contexts, m[0], m[1]));
  m[0].alive = sets_single (&stages.threads.sets, id[1]);
  ck_assert (contexts_parallel (&stages.contexts, m[0], m[1]));
  ck_assert (!contexts_parallel (&stages.contexts, m[0], m[2]));
}
END_TEST

Suite *verdicts_suite (void)
{
  Suite *suite = suite_create ("verdicts");
  TCase *c = tcase_create ("verdicts");
  tcase_add_checked_fixture (c, set_up, stages_finish);
  tcase_add_test (c, without_locks);
  tcase_add_test (c, with_one_lock);
  tcase_add_test (c, with_another_lock);
  tcase_add_test (c, with_a_lock_per_pair);
  tcase_add_test (c, readers_and_a_writer);
  tcase_add_test (c, a_writer_that_locks_as_a_reader);
  tcase_add_test (c, before_and_after_the_thread);
  tcase_add_test (c, beside_the_thread);
  tcase_add_test (c, one_thread_after_the_other);
  tcase_add_test (c, only_read);
  tcase_add_test (c, two_of_one_function);
  tcase_add_test (c, created_in_a_loop);
  tcase_add_test (c, locks_of_callers);
  tcase_add_test (c, one_caller_without);
  tcase_add_test (c, locks_of_callers_that_are_released);
  tcase_add_test (c, atomic_accesses);
  tcase_add_test (c, atomic_and_plain_accesses);
  tcase_add_test (c, moments);
  suite_add_tcase (suite, c);
  return suite;
}
