/* Tests of analysis/locks/permits.c: words and semaphores that programs use as locks. */

#include "permits.h"
#include "stages.h"

Suite *permits_suite (void);

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3 }; /* as __ATOMIC_... */

static uint32_t x, word, semaphore;

static void set_up (void)
{
  stages_start ();
  x = global ("x", TYPE_LONG, SF_DEFINED);
  word = global ("word", TYPE_INT, SF_DEFINED);
  semaphore = global ("semaphore", TYPE_TABLE, SF_DEFINED);
}

/* In block 1, until it has the word; what follows is block 2. */
static void take_word (int64_t order)
{
  next_block ();
  uint32_t old =
      CALL3 (TYPE_INT, fn ("__atomic_exchange_4"), ref (at_object (word, 0)), num (1), num (order));
  branch (OP_EQ, val (old), num (0), 1);
}

static void set_word (int64_t value, int64_t order)
{
  CALL3 (0, fn ("__atomic_store_4"), ref (at_object (word, 0)), num (value), num (order));
}

static void change (void)
{
  store (at_object (x, 0), num (1));
}

static void wait_for_semaphore (void)
{
  CALL1 (TYPE_INT, fn ("sem_wait"), ref (at_object (semaphore, 0)));
}

static void post_semaphore (void)
{
  CALL1 (TYPE_INT, fn ("sem_post"), ref (at_object (semaphore, 0)));
}

/* A thread that changes x while it has the word. */
static void careful (const char *name)
{
  begin_work (name);
  take_word (ACQUIRE);
  change ();
  set_word (0, RELEASE);
  end_work ();
}

/* A thread that changes x while it has the semaphore. */
static void waiting (const char *name)
{
  begin_work (name);
  wait_for_semaphore ();
  change ();
  post_semaphore ();
  end_work ();
}

static void two_threads (int64_t start)
{
  begin_main ();
  CALL3 (TYPE_INT, fn ("sem_init"), ref (at_object (semaphore, 0)), num (0), num (start));
  create ("t", "first");
  create ("u", "second");
  end_work ();
  settle_built ();
}

static bool is_one (const char *variable)
{
  loc_id l = location_of (variable);
  bool one = bitset_has (&stages.s.permits, l);
  ck_assert (one != bitset_has (&stages.s.no_permits, l));
  return one;
}

START_TEST (word_that_is_taken)
{
  careful ("first");
  careful ("second");
  two_threads (1);
  ck_assert (is_one ("word"));
  ck_assert_str_eq (verdict_of ("x"), "guarded");
}
END_TEST

START_TEST (word_that_is_not_waited_for)
{
  careful ("first");
  begin_work ("second");
  CALL3 (TYPE_INT, fn ("__atomic_exchange_4"), ref (at_object (word, 0)), num (1), num (ACQUIRE));
  change ();
  end_work ();
  two_threads (1);
  ck_assert (is_one ("word"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (word_that_gets_another_number)
{
  careful ("first");
  begin_work ("second");
  take_word (ACQUIRE);
  change ();
  set_word (2, RELEASE);
  end_work ();
  two_threads (1);
  ck_assert (!is_one ("word"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (word_that_orders_nothing)
{
  careful ("first");
  begin_work ("second");
  take_word (ACQUIRE);
  change ();
  set_word (0, RELAXED);
  end_work ();
  two_threads (1);
  ck_assert (!is_one ("word"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (word_that_others_give_back)
{
  careful ("first");
  careful ("third");
  begin_work ("second");
  set_word (0, RELEASE);
  end_work ();
  begin_main ();
  create ("t", "first");
  create ("u", "second");
  create ("v", "third");
  end_work ();
  settle_built ();
  ck_assert (!is_one ("word"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (semaphore_that_starts_at_one)
{
  waiting ("first");
  waiting ("second");
  two_threads (1);
  ck_assert (is_one ("semaphore"));
  ck_assert_str_eq (verdict_of ("x"), "guarded");
}
END_TEST

START_TEST (semaphore_that_starts_at_two)
{
  waiting ("first");
  waiting ("second");
  two_threads (2);
  ck_assert (!is_one ("semaphore"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

START_TEST (semaphore_that_others_post)
{
  waiting ("first");
  begin_work ("second");
  post_semaphore ();
  wait_for_semaphore ();
  change ();
  post_semaphore ();
  end_work ();
  two_threads (1);
  ck_assert (!is_one ("semaphore"));
  ck_assert_str_eq (verdict_of ("x"), "race");
}
END_TEST

Suite *permits_suite (void)
{
  Suite *suite = suite_create ("permits");
  TCase *c = tcase_create ("permits");
  tcase_add_checked_fixture (c, set_up, stages_finish);
  tcase_add_test (c, word_that_is_taken);
  tcase_add_test (c, word_that_is_not_waited_for);
  tcase_add_test (c, word_that_gets_another_number);
  tcase_add_test (c, word_that_orders_nothing);
  tcase_add_test (c, word_that_others_give_back);
  tcase_add_test (c, semaphore_that_starts_at_one);
  tcase_add_test (c, semaphore_that_starts_at_two);
  tcase_add_test (c, semaphore_that_others_post);
  suite_add_tcase (suite, c);
  return suite;
}
