/* Tests of analysis/contexts/contexts-agenda.c: in which order contexts are looked at. */

#include "stages.h"

Suite *contexts_suite (void);

static uint32_t x, lock;

/* A function, in an object of its own, that writes, and calls these, the last of them with the lock
   held. */
static void add_function (const char *name, const char *callee, const char *locked)
{
  begin_object (name);
  x = global ("x", TYPE_LONG, SF_PUBLIC);
  lock = global ("lock", TYPE_TABLE, SF_PUBLIC);
  begin_function (name, SF_PUBLIC, 0);
  store (at_object (x, 0), num (1));
  if (callee)
    CALL0 (0, fn (callee));
  if (locked) {
    CALL1 (TYPE_INT, fn ("pthread_mutex_lock"), ref (at_object (lock, 0)));
    CALL0 (0, fn (locked));
    CALL1 (TYPE_INT, fn ("pthread_mutex_unlock"), ref (at_object (lock, 0)));
  }
  ret (num (0));
  end_function ();
}

/* The number of the first call that leads from a context of F with or without the lock. */
static uint32_t first_way (const char *f, bool locked)
{
  const struct contexts *c = &stages.contexts;
  for (uint32_t i = 0; i < c->ways.n; i++) {
    const struct context *from = &c->v.v[c->ways.v[i].from];
    if (from->f == function_named (f) && (from->held.any != SETS_EMPTY) == locked)
      return i;
  }
  ck_abort_msg ("no call by %s", f);
}

/* The third calls the fourth, then the first again: that goes on before what is farther away. */
START_TEST (near_ones_come_first)
{
  global ("x", TYPE_LONG, SF_PUBLIC | SF_DEFINED);
  global ("lock", TYPE_TABLE, SF_PUBLIC | SF_DEFINED);
  begin_work ("work");
  CALL0 (0, fn ("first"));
  end_work ();
  begin_main ();
  create ("t", "work");
  create ("u", "work");
  ret (num (0));
  end_function ();
  add_function ("first", "second", NULL);
  add_function ("second", "third", NULL);
  add_function ("third", "fourth", "first");
  add_function ("fourth", "first", NULL);
  judge_built ();
  ck_assert_uint_lt (first_way ("first", false), first_way ("second", false));
  ck_assert_uint_lt (first_way ("second", false), first_way ("third", false));
  ck_assert_uint_lt (first_way ("third", false), first_way ("first", true));
  ck_assert_uint_lt (first_way ("first", true), first_way ("fourth", false));
  ck_assert_uint_lt (first_way ("second", true), first_way ("fourth", false));
}
END_TEST

Suite *contexts_suite (void)
{
  Suite *s = suite_create ("contexts");
  TCase *t = tcase_create ("contexts");
  tcase_add_checked_fixture (t, stages_start, stages_finish);
  tcase_add_test (t, near_ones_come_first);
  suite_add_tcase (s, t);
  return s;
}
