/* Tests of analysis/pointers/pointers*.c: where each kind of instruction lets pointers lead, and what the
   unseen world gets.  Values are numbered as they are made; parameters come first. */

#include "build.h"

Suite *pointers_suite (void);

enum { OWN = SF_DEFINED, SHARED = SF_DEFINED | SF_PUBLIC };

static uint32_t x, y, z, holder; /* long, long, long, void * */

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, OWN);
  y = global ("y", TYPE_LONG, OWN);
  z = global ("z", TYPE_LONG, OWN);
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

static uint32_t address_of (uint32_t object)
{
  return op (TYPE_POINTER, OP_COPY, ref (at_object (object, 0)), none (), none ());
}

/* Memory */

START_TEST (stored_and_loaded)
{
  begin_main ();
  store (at_object (holder, 0), ref (at_object (x, 0)));
  uint32_t p = load (TYPE_POINTER, at_object (holder, 0));
  store (at_value (p, 0), ref (at_object (y, 0)));
  uint32_t q = load (TYPE_POINTER, at_object (x, 0));
  end_main ();
  ck_assert_str_eq (holds ("holder", 0), "x");
  ck_assert_str_eq (points_to ("main", p), "x");
  ck_assert_str_eq (points_to ("main", q), "y");
  ck_assert_str_eq (holds ("y", 0), "");
}
END_TEST

START_TEST (through_pointers_to_pointers)
{
  uint32_t first = global ("first", TYPE_POINTER, OWN);
  begin_main ();
  uint32_t pp = address_of (first);
  store (at_object (holder, 0), val (pp));
  store (at_value (load (TYPE_TO_POINTER, at_object (holder, 0)), 0), ref (at_object (x, 0)));
  end_main ();
  ck_assert_str_eq (holds ("first", 0), "x");
  ck_assert_str_eq (holds ("holder", 0), "first");
}
END_TEST

START_TEST (fields_are_apart)
{
  uint32_t pair = global ("pair", TYPE_PAIR, OWN);
  begin_main ();
  store (at_object (pair, 0), ref (at_object (x, 0)));
  uint32_t p = address_of (pair);
  store (at_value (p, 8), ref (at_object (y, 0)));
  uint32_t first = load (TYPE_POINTER, at_value (p, 0));
  uint32_t second = load (TYPE_POINTER, at_object (pair, 8));
  end_main ();
  ck_assert_str_eq (points_to ("main", first), "x");
  ck_assert_str_eq (points_to ("main", second), "y");
}
END_TEST

START_TEST (elements_are_one_and_fields_beside_them_are_not)
{
  uint32_t table = global ("table", TYPE_TABLE, OWN);
  begin_function ("main", SF_PUBLIC, 1);
  uint32_t i = op (TYPE_LONG, OP_CONVERT, val (1), none (), none ());
  store (at_object (table, 0), ref (at_object (z, 0)));
  store (with_index (at_object (table, 8), i, 8), ref (at_object (x, 0)));
  store (at_object (table, 8 + 16), ref (at_object (y, 0)));
  uint32_t cell = load (TYPE_POINTER, at_object (table, 8));
  uint32_t behind = load (TYPE_POINTER, at_object (table, 40));
  end_main ();
  ck_assert_str_eq (points_to ("main", cell), "x, y");
  ck_assert_str_eq (points_to ("main", behind), "");
  ck_assert_str_eq (holds ("table", 0), "z");
}
END_TEST

START_TEST (copies_move_every_field)
{
  uint32_t from = global ("from", TYPE_PAIR, OWN), to = global ("to", TYPE_PAIR, OWN);
  begin_main ();
  store (at_object (from, 0), ref (at_object (x, 0)));
  store (at_object (from, 8), ref (at_object (y, 0)));
  copy (at_object (to, 0), at_object (from, 0), 16);
  end_main ();
  ck_assert_str_eq (holds ("to", 0), "x");
  ck_assert_str_eq (holds ("to", 8), "y");
}
END_TEST

START_TEST (copies_stop_where_they_end)
{
  uint32_t from = global ("from", TYPE_PAIR, OWN), to = global ("to", TYPE_PAIR, OWN);
  begin_main ();
  store (at_object (from, 0), ref (at_object (x, 0)));
  store (at_object (from, 8), ref (at_object (y, 0)));
  copy (at_object (to, 8), at_object (from, 0), 8);
  end_main ();
  ck_assert_str_eq (holds ("to", 0), "");
  ck_assert_str_eq (holds ("to", 8), "x");
}
END_TEST

START_TEST (library_copies_as_an_assignment_does)
{
  uint32_t from = global ("from", TYPE_PAIR, OWN), to = global ("to", TYPE_PAIR, OWN);
  begin_main ();
  store (at_object (from, 8), ref (at_object (y, 0)));
  uint32_t p = CALL3 (TYPE_POINTER, fn ("memcpy"), ref (at_object (to, 0)),
                      ref (at_object (from, 0)), num (16));
  end_main ();
  ck_assert_str_eq (holds ("to", 8), "y");
  ck_assert_str_eq (holds ("to", 0), "");
  ck_assert_str_eq (points_to ("main", p), "to");
}
END_TEST

START_TEST (initialisers)
{
  uint32_t pair = global ("pair", TYPE_PAIR, OWN);
  init_with_object (pair, 0, x, 0);
  begin_function ("f", SF_PUBLIC, 0);
  end_function ();
  init_with_function (pair, 8, "f");
  begin_main ();
  end_main ();
  ck_assert_str_eq (holds ("pair", 0), "x");
  ck_assert_str_eq (holds ("pair", 8), "f()");
}
END_TEST

/* Values */

/* What an operation makes of a pointer to pair, and a number or a pointer to y. */
START_TEST (operations)
{
  static const struct {
    enum opcode code;
    int64_t number; /* the second operand; 0: a pointer to y */
    const char *expected;
  } cases[] = {{OP_COPY, 1, "pair"},  {OP_CONVERT, 1, "pair"}, {OP_POINTER_ADD, 8, "pair+8"},
               {OP_ADD, 8, "pair+8"}, {OP_SUB, -8, "pair+8"},  {OP_AND, -8, "pair"},
               {OP_AND, 7, ""},       {OP_OR, 1, "pair"},      {OP_MIN, 0, "pair, y"},
               {OP_MUL, 3, ""},       {OP_SHR, 3, "pair"},     {OP_SHR, 40, ""},
               {OP_EQ, 0, ""},        {OP_POINTER_SUB, 0, ""}};
  uint32_t pair = global ("pair", TYPE_PAIR, OWN);
  begin_main ();
  uint32_t p = address_of (pair), q = address_of (y);
  struct operand by = cases[_i].number ? num (cases[_i].number) : val (q);
  uint32_t r = op (TYPE_POINTER, cases[_i].code, val (p), by, none ());
  end_main ();
  ck_assert_str_eq (points_to ("main", r), cases[_i].expected);
}
END_TEST

START_TEST (choice_takes_no_condition)
{
  begin_main ();
  uint32_t p = address_of (x), q = address_of (y), r = address_of (z);
  uint32_t chosen = op (TYPE_POINTER, OP_SELECT, val (p), val (q), val (r));
  end_main ();
  ck_assert_str_eq (points_to ("main", chosen), "y, z");
}
END_TEST

START_TEST (unknown_steps_lead_anywhere)
{
  uint32_t pair = global ("pair", TYPE_PAIR, OWN);
  begin_function ("main", SF_PUBLIC, 1);
  uint32_t n = op (TYPE_LONG, OP_CONVERT, val (1), none (), none ());
  uint32_t far = op (TYPE_LONG, OP_MUL, val (n), num (16), none ());
  uint32_t p = address_of (pair);
  uint32_t moved = op (TYPE_POINTER, OP_POINTER_ADD, val (p), val (n), none ());
  uint32_t whole = op (TYPE_POINTER, OP_POINTER_ADD, val (p), val (far), none ());
  store (at_value (moved, 0), ref (at_object (x, 0)));
  uint32_t second = load (TYPE_POINTER, at_object (pair, 8));
  end_main ();
  ck_assert_str_eq (points_to ("main", moved), "pair+?");
  ck_assert_str_eq (points_to ("main", whole), "pair"); /* over the whole object */
  ck_assert_str_eq (holds ("pair", 0), "x");
  ck_assert_str_eq (points_to ("main", second), "x");
}
END_TEST

START_TEST (integers_carry_pointers_if_they_are_long_enough)
{
  begin_main ();
  uint32_t p = address_of (x);
  uint32_t wide = op (TYPE_LONG, OP_CONVERT, val (p), none (), none ());
  uint32_t narrow = op (TYPE_INT, OP_CONVERT, val (p), none (), none ());
  uint32_t back = op (TYPE_POINTER, OP_CONVERT, val (wide), none (), none ());
  uint32_t lost = op (TYPE_POINTER, OP_CONVERT, val (narrow), none (), none ());
  end_main ();
  ck_assert_str_eq (points_to ("main", back), "x");
  ck_assert_str_eq (points_to ("main", lost), "");
}
END_TEST

START_TEST (phis_and_loops)
{
  begin_main ();
  uint32_t p = address_of (x), q = address_of (y);
  next_block ();
  predecessors (0, 1);
  edge (1, 1);
  uint32_t both = phi (TYPE_POINTER, val (p), val (q));
  end_main ();
  ck_assert_str_eq (points_to ("main", both), "x, y");
}
END_TEST

START_TEST (stack_and_locals)
{
  begin_main ();
  uint32_t l = local ("l", TYPE_POINTER, OF_ADDRESSED);
  uint32_t p = alloca_of (16);
  store (at_local (l, 0), val (p));
  uint32_t q = load (TYPE_POINTER, at_local (l, 0));
  uint32_t at = op (TYPE_POINTER, OP_COPY, ref (at_local (l, 0)), none (), none ());
  end_main ();
  ck_assert_str_eq (points_to ("main", q), "alloca@main:a.o:1:1");
  ck_assert_str_eq (points_to ("main", at), "main.l");
}
END_TEST

START_TEST (linear_forms)
{
  begin_function ("main", SF_PUBLIC, 1);
  uint32_t i = op (TYPE_LONG, OP_CONVERT, val (1), none (), none ());
  uint32_t scaled = op (TYPE_LONG, OP_MUL, val (i), num (24), none ());
  uint32_t shifted = op (TYPE_LONG, OP_SHL, val (i), num (4), none ());
  uint32_t sum = op (TYPE_LONG, OP_ADD, val (scaled), val (shifted), none ());
  uint32_t plus = op (TYPE_LONG, OP_ADD, val (sum), num (40), none ());
  uint32_t constant = op (TYPE_LONG, OP_COPY, num (5), none (), none ());
  uint32_t negative = op (TYPE_LONG, OP_NEG, val (plus), none (), none ());
  end_main ();
  const struct function *body = built.program.functions[function_named ("main")].body;
  static const struct {
    int64_t constant;
    uint64_t stride;
  } expected[] = {{0, 1}, {0, 24}, {0, 16}, {0, 8}, {40, 8}, {5, 0}, {-40, 8}};
  const uint32_t values[] = {i, scaled, shifted, sum, plus, constant, negative};
  for (int k = 0; k < 7; k++) {
    int64_t c;
    uint64_t stride;
    linear_form (body, values[k], &c, &stride);
    ck_assert_msg (c == expected[k].constant && stride == expected[k].stride,
                   "value %d: %d + %d * i", k, (int)c, (int)stride);
  }
}
END_TEST

/* Allocation */

START_TEST (heap_by_site)
{
  begin_main ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (8));
  uint32_t q = CALL1 (TYPE_POINTER, fn ("malloc"), num (8));
  store (at_value (p, 0), ref (at_object (x, 0)));
  uint32_t r = load (TYPE_POINTER, at_value (q, 0));
  end_main ();
  ck_assert_str_eq (points_to ("main", p), "heap@main:a.o:1:1");
  ck_assert_str_eq (points_to ("main", q), "heap@main:a.o:2:1");
  ck_assert_str_eq (points_to ("main", r), "");
}
END_TEST

START_TEST (heap_by_call_of_a_wrapper)
{
  begin_function ("inner", 0, 0);
  ret (val (CALL1 (TYPE_POINTER, fn ("malloc"), num (8))));
  end_function ();
  begin_function ("outer", 0, 0);
  ret (val (CALL0 (TYPE_POINTER, fn ("inner"))));
  end_function ();
  begin_main ();
  uint32_t p = CALL0 (TYPE_POINTER, fn ("outer"));
  uint32_t q = CALL0 (TYPE_POINTER, fn ("outer"));
  end_main ();
  ck_assert_str_eq (points_to ("main", p), "heap@inner:a.o:1:1<outer:a.o:1:1<main:a.o:1:1");
  ck_assert_str_eq (points_to ("main", q), "heap@inner:a.o:1:1<outer:a.o:1:1<main:a.o:2:1");
}
END_TEST

START_TEST (realloc_keeps_what_was_there)
{
  begin_main ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (8));
  store (at_value (p, 0), ref (at_object (x, 0)));
  uint32_t q = CALL2 (TYPE_POINTER, fn ("realloc"), val (p), num (16));
  uint32_t r = load (TYPE_POINTER, at_value (q, 0));
  end_main ();
  ck_assert_str_eq (points_to ("main", r), "x");
}
END_TEST

/* The unseen world */

START_TEST (unknown_functions_keep_what_they_are_given)
{
  begin_function ("callback", 0, 1);
  store (at_object (holder, 0), val (1));
  end_function ();
  begin_main ();
  store (at_object (x, 0), ref (at_object (y, 0)));
  uint32_t p = CALL2 (TYPE_POINTER, fn ("nobody_knows"), ref (at_object (x, 0)), fn ("callback"));
  end_main ();
  const struct pointers *q = &built.pointers;
  ck_assert_str_eq (points_to ("main", p), "*nobody_knows(), outside");
  ck_assert (is_in_world (q, WORLD_OUTSIDE, object_of_variable ("x")));
  ck_assert (is_in_world (q, WORLD_OUTSIDE, object_of_variable ("y"))); /* by way of x */
  ck_assert (!is_in_world (q, WORLD_OUTSIDE, object_of_variable ("z")));
  ck_assert (called_from_world (q, WORLD_OUTSIDE, function_named ("callback")));
  ck_assert_str_eq (points_to ("callback", 1), "outside");
  ck_assert_str_eq (calls_of ("main"), "nobody_knows, outside");
}
END_TEST

START_TEST (what_escapes_may_be_changed)
{
  begin_main ();
  CALL1 (0, fn ("nobody_knows"), ref (at_object (holder, 0)));
  uint32_t p = load (TYPE_POINTER, at_object (holder, 0));
  uint32_t q = load (TYPE_POINTER, at_object (x, 0));
  end_main ();
  ck_assert_str_eq (points_to ("main", p), "outside");
  ck_assert_str_eq (points_to ("main", q), "");
}
END_TEST

/* What later stages ask for, no instruction need have named. */
START_TEST (places_that_are_made_when_all_is_solved)
{
  uint32_t given = global ("given", TYPE_PAIR, OWN), other = global ("other", TYPE_PAIR, OWN);
  begin_function ("main", SF_PUBLIC, 1);
  uint32_t n = op (TYPE_LONG, OP_CONVERT, val (1), none (), none ());
  uint32_t p = address_of (other);
  uint32_t moved = op (TYPE_POINTER, OP_POINTER_ADD, val (p), val (n), none ());
  store (at_value (moved, 0), ref (at_object (x, 0)));
  CALL1 (0, fn ("nobody_knows"), ref (at_object (given, 0)));
  end_main ();
  ck_assert_str_eq (holds ("given", 8), "outside");
  ck_assert_str_eq (holds ("other", 8), "x");
  ck_assert_str_eq (holds ("y", 0), "");
}
END_TEST

START_TEST (library_is_called_with_anything)
{
  uint32_t seen = global ("seen", TYPE_POINTER, SHARED);
  begin_function ("entry", SF_PUBLIC, 1);
  store (at_object (seen, 0), val (1));
  end_function ();
  begin_function ("inner", 0, 1);
  end_function ();
  point_built ();
  const struct pointers *q = &built.pointers;
  ck_assert_str_eq (points_to ("entry", 1), "outside");
  ck_assert_str_eq (points_to ("inner", 1), "");
  ck_assert (called_from_world (q, WORLD_OUTSIDE, function_named ("entry")));
  ck_assert (!called_from_world (q, WORLD_OUTSIDE, function_named ("inner")));
  ck_assert (is_in_world (q, WORLD_OUTSIDE, object_of_variable ("seen")));
  ck_assert (!is_in_world (q, WORLD_OUTSIDE, object_of_variable ("holder")));
}
END_TEST

START_TEST (variables_of_others_belong_outside)
{
  uint32_t theirs = global ("theirs", TYPE_POINTER, SF_PUBLIC);
  begin_main ();
  store (at_object (theirs, 0), ref (at_object (x, 0)));
  uint32_t p = load (TYPE_POINTER, at_object (theirs, 0));
  end_main ();
  ck_assert_str_eq (points_to ("main", p), "outside, x");
  ck_assert (is_in_world (&built.pointers, WORLD_OUTSIDE, object_of_variable ("x")));
}
END_TEST

/* A set that is too large becomes the pool, which has all of it. */
START_TEST (large_sets_become_the_pool)
{
  enum { N = LARGEST_SET + 1 };
  begin_function ("filled", 0, 0);
  for (int i = 0; i < _i; i++)
    store (at_object (holder, 0), val (CALL1 (TYPE_POINTER, fn ("malloc"), num (8))));
  uint32_t p = load (TYPE_POINTER, at_object (holder, 0));
  store (at_value (p, 0), ref (at_object (x, 0)));
  uint32_t q = load (TYPE_POINTER, at_value (1, 0)); /* the first object, by its own name */
  end_function ();
  begin_main ();
  CALL0 (0, fn ("filled"));
  end_main ();
  bool pool = _i == N;
  funid f = function_named ("filled");
  setid all = points_of_value (&built.pointers, f, p);
  ck_assert_uint_eq (sets_size (&built.pointers.sets, all), pool ? 1 : (uint32_t)_i);
  if (pool)
    ck_assert_str_eq (points_to ("filled", p), "pool");
  uint32_t only;
  ck_assert (sets_is_single (&built.pointers.sets, points_of_value (&built.pointers, f, 1), &only));
  ck_assert (is_in_world (&built.pointers, WORLD_POOL,
                          loc_object (&built.pointers.objects, only)) == pool);
  /* What was stored by way of the pool is found in its members. */
  ck_assert_str_eq (points_to ("filled", q), pool ? "pool" : "x");
  ck_assert (is_in_world (&built.pointers, WORLD_POOL, object_of_variable ("x")) == pool);
}
END_TEST

Suite *pointers_suite (void)
{
  Suite *suite = suite_create ("pointers");
  TCase *c = tcase_create ("pointers");
  tcase_add_checked_fixture (c, set_up, build_finish);
  tcase_add_test (c, stored_and_loaded);
  tcase_add_test (c, through_pointers_to_pointers);
  tcase_add_test (c, fields_are_apart);
  tcase_add_test (c, elements_are_one_and_fields_beside_them_are_not);
  tcase_add_test (c, copies_move_every_field);
  tcase_add_test (c, copies_stop_where_they_end);
  tcase_add_test (c, library_copies_as_an_assignment_does);
  tcase_add_test (c, initialisers);
  tcase_add_loop_test (c, operations, 0, 13);
  tcase_add_test (c, choice_takes_no_condition);
  tcase_add_test (c, unknown_steps_lead_anywhere);
  tcase_add_test (c, integers_carry_pointers_if_they_are_long_enough);
  tcase_add_test (c, phis_and_loops);
  tcase_add_test (c, stack_and_locals);
  tcase_add_test (c, linear_forms);
  tcase_add_test (c, heap_by_site);
  tcase_add_test (c, heap_by_call_of_a_wrapper);
  tcase_add_test (c, realloc_keeps_what_was_there);
  tcase_add_test (c, unknown_functions_keep_what_they_are_given);
  tcase_add_test (c, what_escapes_may_be_changed);
  tcase_add_test (c, places_that_are_made_when_all_is_solved);
  tcase_add_test (c, library_is_called_with_anything);
  tcase_add_test (c, variables_of_others_belong_outside);
  tcase_add_loop_test (c, large_sets_become_the_pool, LARGEST_SET, LARGEST_SET + 2);
  suite_add_tcase (suite, c);
  return suite;
}
