/* Tests of analysis/effects/effects.c: what each instruction and library call reads and writes, and which
   locations that touches. */

#include "build.h"

Suite *effects_suite (void);

static uint32_t x, y, pair, table;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, SF_DEFINED);
  y = global ("y", TYPE_LONG, SF_DEFINED);
  pair = global ("pair", TYPE_PAIR, SF_DEFINED);
  table = global ("table", TYPE_TABLE, SF_DEFINED);
}

static void begin_main (uint32_t n_params)
{
  begin_function ("main", SF_PUBLIC, n_params);
}

static void end_main (void)
{
  end_function ();
  analyse_built ();
}

/* "read x 8, write y 4": the accesses of a function. */
static const char *accesses_in (const char *name)
{
  static const char *const modes[] = {"read", "write", "atomic read", "atomic write", "free"};
  static struct text all;
  const struct effects *e = &built.effects;
  funid f = function_named (name);
  text_clear (&all);
  text_add (&all, "");
  for (uint32_t i = e->first[f]; i < e->first[f + 1]; i++) {
    ck_assert_uint_eq (e->v.v[i].function, f);
    text_printf (&all, "%s%s %s %u", all.n ? "; " : "", modes[e->v.v[i].mode],
                 spell_set (e->v.v[i].where), (unsigned)e->v.v[i].bytes);
  }
  return text_of (&all);
}

/* Instructions */

START_TEST (loads_and_stores)
{
  begin_main (0);
  uint32_t v = load (TYPE_INT, at_object (x, 0));
  store (at_object (pair, 8), val (v));
  store (at_object (y, 0), num (1));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "read x 4; write pair+8 4; write y 8");
}
END_TEST

START_TEST (through_pointers)
{
  begin_main (0);
  uint32_t p = op (TYPE_POINTER, OP_SELECT, num (1), ref (at_object (x, 0)), ref (at_object (y, 0)));
  load (TYPE_LONG, at_value (p, 0));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "read x, y 8");
}
END_TEST

START_TEST (nobody_knows_where)
{
  begin_function ("f", 0, 1); /* never called */
  load (TYPE_LONG, at_value (1, 0));
  end_function ();
  begin_main (0);
  end_main ();
  ck_assert_str_eq (accesses_in ("f"), "read  8");
}
END_TEST

START_TEST (copies_read_and_write)
{
  begin_main (0);
  copy (at_object (pair, 0), at_object (table, 0), 16);
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "read table 16; write pair 16");
}
END_TEST

START_TEST (locals_that_nobody_points_to_are_private)
{
  begin_main (0);
  uint32_t own = local ("own", TYPE_LONG, 0), lent = local ("lent", TYPE_LONG, OF_ADDRESSED);
  store (at_local (own, 0), num (1));
  store (at_local (lent, 0), num (1));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "write main.lent 8");
}
END_TEST

START_TEST (structs_given_by_value_are_read_as_far_as_parameters_go)
{
  begin_function ("f", 0, 1);
  end_function ();
  begin_main (0);
  CALL1 (0, fn ("f"), contents (at_object (pair, 0)));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "read pair 8");
}
END_TEST

START_TEST (in_the_order_of_functions_and_instructions)
{
  begin_function ("f", 0, 0);
  store (at_object (y, 0), num (1));
  end_function ();
  begin_main (0);
  uint32_t first = store (at_object (x, 0), num (1));
  CALL0 (0, fn ("f"));
  uint32_t second = store (at_object (y, 0), num (1));
  end_main ();
  const struct effects *e = &built.effects;
  funid f = function_named ("main");
  ck_assert_uint_eq (e->first[f + 1] - e->first[f], 2);
  ck_assert_uint_eq (e->v.v[e->first[f]].record, first);
  ck_assert_uint_eq (e->v.v[e->first[f] + 1].record, second);
  ck_assert_uint_eq (e->first[built.program.n_functions + 1], e->v.n);
  ck_assert_str_eq (accesses_in ("f"), "write y 8");
}
END_TEST

/* Library calls */

START_TEST (library_calls)
{
  static const struct {
    const char *name, *expected;
  } cases[] = {
      {"memcpy", "read pair 16; write table 16"},
      {"memset", "write table 16"},
      {"strcpy", "read pair 0; write table 0"},
      {"__atomic_load_8", "atomic read table 8"},
      {"__atomic_store_8", "atomic write table 8"},
      {"__atomic_fetch_add_4", "atomic read table 4; atomic write table 4"},
      {"free", ""}, /* nobody frees a variable */
      {"labs", ""},
      {"nobody_knows", ""},
  };
  begin_main (0);
  bool second = _i == 0 || _i == 2;
  CALL3 (0, fn (cases[_i].name), ref (at_object (table, 0)),
         second ? ref (at_object (pair, 0)) : num (5), num (16));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), cases[_i].expected);
}
END_TEST

START_TEST (sizes_that_are_no_constant)
{
  begin_main (1);
  uint32_t n = op (TYPE_LONG, OP_CONVERT, val (1), none (), none ());
  CALL3 (0, fn ("memset"), ref (at_object (table, 0)), num (0), val (n));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "write table 0");
}
END_TEST

START_TEST (expected_value_of_compare_and_swap_is_not_atomic)
{
  begin_main (0);
  call (0, fn ("__atomic_compare_exchange_8"), ref (at_object (x, 0)), ref (at_object (y, 0)),
        num (1), num (0));
  end_main ();
  const char *found = accesses_in ("main");
  ck_assert_str_eq (found, "atomic read x 8; atomic write x 8; read y 8; write y 8");
}
END_TEST

START_TEST (calls_by_pointer_count_as_all_their_targets)
{
  uint32_t hook = global ("hook", TYPE_POINTER, SF_DEFINED);
  init_with_function (hook, 0, "memset");
  begin_main (0);
  uint32_t f = load (TYPE_POINTER, at_object (hook, 0));
  CALL3 (0, val (f), ref (at_object (x, 0)), num (0), num (8));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "read hook 8; write x 8");
}
END_TEST

START_TEST (body_does_not_count_if_a_model_does)
{
  begin_function ("f", 0, 1);
  store (at_object (x, 0), num (1));
  end_function ();
  begin_main (0);
  CALL1 (0, fn ("f"), num (0));
  end_function ();
  bind_built ();
  built.bindings.model[function_named ("f")] = models_find (built.models, "labs");
  ck_assert_ptr_nonnull (built.bindings.model[function_named ("f")]);
  analyse_built ();
  ck_assert_str_eq (accesses_in ("f"), "");
}
END_TEST

START_TEST (what_starts_later_is_no_effect_of_the_call)
{
  begin_main (0);
  call (0, fn ("pthread_create"), ref (at_object (y, 0)), num (0), fn ("free"),
        ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (accesses_in ("main"), "write y 0");
}
END_TEST

/* Which locations an access touches; `table' has locations at 0, 8 (the cells), 40. */
static const char *touched (uint8_t mode, int64_t offset, uint64_t bytes)
{
  struct pointers *p = &built.pointers;
  loc_id l = loc_at (&p->objects, object_of_variable ("table"), offset);
  struct effect e = {.mode = mode, .where = sets_single (&p->sets, l), .bytes = bytes};
  return spell_set (effect_locations (p, &e));
}

START_TEST (locations)
{
  begin_main (0);
  load (TYPE_LONG, at_object (table, 0));
  load (TYPE_LONG, at_object (table, 8));
  load (TYPE_LONG, at_object (table, 40));
  end_main ();
  ck_assert_str_eq (touched (MODE_READ, 0, 8), "table");
  ck_assert_str_eq (touched (MODE_WRITE, 0, 9), "table, table+8");
  ck_assert_str_eq (touched (MODE_WRITE, 0, 40), "table, table+8");
  ck_assert_str_eq (touched (MODE_WRITE, 0, 48), "table, table+8, table+40");
  ck_assert_str_eq (touched (MODE_READ, 8, 0), "table+8, table+40"); /* to the end */
  ck_assert_str_eq (touched (MODE_FREE, 40, 0), "table, table+8, table+40");
}
END_TEST

Suite *effects_suite (void)
{
  Suite *suite = suite_create ("effects");
  TCase *c = tcase_create ("effects");
  tcase_add_checked_fixture (c, set_up, build_finish);
  tcase_add_test (c, loads_and_stores);
  tcase_add_test (c, through_pointers);
  tcase_add_test (c, nobody_knows_where);
  tcase_add_test (c, copies_read_and_write);
  tcase_add_test (c, locals_that_nobody_points_to_are_private);
  tcase_add_test (c, structs_given_by_value_are_read_as_far_as_parameters_go);
  tcase_add_test (c, in_the_order_of_functions_and_instructions);
  tcase_add_loop_test (c, library_calls, 0, 9);
  tcase_add_test (c, sizes_that_are_no_constant);
  tcase_add_test (c, expected_value_of_compare_and_swap_is_not_atomic);
  tcase_add_test (c, calls_by_pointer_count_as_all_their_targets);
  tcase_add_test (c, body_does_not_count_if_a_model_does);
  tcase_add_test (c, what_starts_later_is_no_effect_of_the_call);
  tcase_add_test (c, locations);
  suite_add_tcase (suite, c);
  return suite;
}
