/* Tests of analysis/summaries/summaries-keep.c: summaries that are made once more are those that would be made
   from nothing. */

#include "stages.h"
#include "dump.h"

Suite *keep_suite (void);

static uint32_t found, again;

/* Two loads of where its argument points to, of which the second counts as equal to the first; then
   a store through it. */
static void add_reader (const char *name)
{
  begin_function (name, 0, 1);
  load (TYPE_POINTER, at_value (1, 0));
  uint32_t p = load (TYPE_POINTER, at_value (1, 0));
  again = last_record ();
  store (at_value (p, 8), num (1));
  ret (num (0));
  end_function ();
}

/* What its callers see does not depend on the loads. */
static void add_quiet (const char *name, uint32_t variable)
{
  begin_function (name, 0, 1);
  load (TYPE_LONG, at_object (variable, 0));
  uint32_t n = load (TYPE_LONG, at_object (variable, 0));
  again = last_record ();
  store (at_object (variable, 8), val (n));
  ret (num (0));
  end_function ();
}

static void add_caller (const char *name, const char *callee)
{
  begin_function (name, 0, 1);
  CALL1 (0, fn (callee), val (1));
  ret (num (0));
  end_function ();
}

static void add_main (const char *start)
{
  begin_main ();
  uint32_t m = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  store (at_object (found, 0), val (m));
  for (int i = 0; i < 2; i++) {
    uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
    call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn (start),
          ref (at_object (found, 0)));
  }
  end_function ();
}

static char *dumped (const struct summaries *s)
{
  char *text;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  dump_summaries (s, f);
  fclose (f);
  return text;
}

/* Withdraws RECORD of a function. */
static void withdraw (const char *function, uint32_t record)
{
  struct summaries fresh;
  map_set (&stages.broken, map_pair (function_named (function), record), 1);
  summaries_find_again (&stages.s, &stages.broken);
  summaries_find (&fresh, &built.pointers, &built.effects, &built.filter, &stages.broken);
  char *a = dumped (&stages.s), *b = dumped (&fresh);
  ck_assert_str_eq (a, b);
  ck_assert_uint_eq (stages.s.items.n, fresh.items.n);
  for (uint32_t i = 1; i < fresh.items.n; i++) {
    ck_assert_uint_eq (stages.s.items.v[i].kind, fresh.items.v[i].kind);
    ck_assert_uint_eq (stages.s.items.v[i].inner, fresh.items.v[i].inner);
    ck_assert_uint_eq (stages.s.items.v[i].core, fresh.items.v[i].core);
  }
  ck_assert_uint_eq (stages.s.stats.settled, fresh.stats.settled);
  ck_assert_uint_eq (stages.s.stats.open, fresh.stats.open);
  ck_assert_uint_eq (stages.s.operations.n, fresh.operations.n);
  free (a);
  free (b);
  summaries_free (&fresh);
}

static uint32_t reuses (void)
{
  uint32_t n = 0;
  for (uint32_t i = 1; i < stages.s.items.n; i++)
    n += stages.s.items.v[i].kind == ITEM_REUSE;
  return n;
}

START_TEST (callers_get_what_has_changed)
{
  found = global ("found", TYPE_PAIR, SF_DEFINED);
  add_reader ("reader");
  uint32_t record = again;
  add_caller ("middle", "reader");
  add_caller ("work", "middle");
  add_main ("work");
  summarise_built ();
  uint32_t before = reuses ();
  ck_assert_uint_gt (before, 0);
  withdraw ("reader", record);
  ck_assert_uint_lt (reuses (), before);
}
END_TEST

START_TEST (others_stay)
{
  found = global ("found", TYPE_PAIR, SF_DEFINED);
  uint32_t x = global ("x", TYPE_PAIR, SF_DEFINED);
  add_quiet ("quiet", x);
  uint32_t record = again;
  add_reader ("reader");
  begin_work ("work");
  CALL1 (0, fn ("quiet"), val (1));
  CALL1 (0, fn ("reader"), val (1));
  end_work ();
  add_main ("work");
  summarise_built ();
  uint32_t before = reuses ();
  withdraw ("quiet", record);
  ck_assert_uint_lt (reuses (), before);
  ck_assert_uint_gt (reuses (), 0); /* those of the reader */
}
END_TEST

START_TEST (several_rounds)
{
  found = global ("found", TYPE_PAIR, SF_DEFINED);
  add_reader ("first");
  uint32_t one = again;
  add_reader ("second");
  uint32_t two = again;
  begin_work ("work");
  CALL1 (0, fn ("first"), val (1));
  CALL1 (0, fn ("second"), val (1));
  end_work ();
  add_main ("work");
  summarise_built ();
  uint32_t before = reuses ();
  withdraw ("first", one);
  withdraw ("second", two);
  ck_assert_uint_le (reuses (), before - 2);
}
END_TEST

Suite *keep_suite (void)
{
  Suite *s = suite_create ("keep");
  TCase *t = tcase_create ("keep");
  tcase_add_checked_fixture (t, stages_start, stages_finish);
  tcase_add_test (t, callers_get_what_has_changed);
  tcase_add_test (t, others_stay);
  tcase_add_test (t, several_rounds);
  suite_add_tcase (s, t);
  return s;
}
