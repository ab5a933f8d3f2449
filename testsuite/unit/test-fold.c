/* Tests of analysis/merge/fold.c: which copies of a static inline function are one. */

#include "build.h"

Suite *fold_suite (void);

/* Functions come from "h.h", each from a line of its own, in as many units as there are.  Units tell
   what they have in common by a function, which is called with the number of the unit. */
typedef void body_fn (uint32_t unit);

static void header_function (const char *name, int line, uint32_t n_params)
{
  place_symbols ("h.h", line);
  begin_function (name, 0, n_params);
}

static void make_units (uint32_t n, body_fn *body)
{
  static const char *const names[] = {"a.o", "b.o", "c.o"};
  for (uint32_t i = 0; i < n; i++) {
    begin_object (names[i]);
    body (i);
  }
  merge_built ();
}

static bool are_one (const char *name)
{
  return function_of_unit (0, name) == function_of_unit (1, name);
}

/* int f (void *p) { return *(long *)p + 1; } */
static void body_plain (uint32_t unit)
{
  (void)unit;
  header_function ("f", 3, 1);
  uint32_t x = load (TYPE_LONG, at_value (1, 0));
  ret (val (op (TYPE_LONG, OP_ADD, val (x), num (1), none ())));
  end_function ();
}

START_TEST (equal_copies_are_one)
{
  make_units (3, body_plain);
  const struct program *p = &built.program;
  funid f = function_of_unit (0, "f");
  ck_assert (are_one ("f"));
  ck_assert_uint_eq (function_of_unit (2, "f"), f);
  ck_assert_uint_eq (p->folded, 2);
  ck_assert_ptr_eq (p->functions[f].body, &p->units[0].unit->functions[0]);
  ck_assert_uint_eq (p->units[0].bodies[0], f);
  ck_assert_uint_eq (p->units[1].bodies[0], 0);
  uint32_t left = 0;
  for (funid g = 1; g <= p->n_functions; g++)
    if (p->functions[g].folded_into) {
      ck_assert_uint_eq (p->functions[g].folded_into, f);
      ck_assert_ptr_null (p->functions[g].body);
      left++;
    }
  ck_assert_uint_eq (left, 2);
}
END_TEST

/* Everything that may differ in two bodies, one at a time. */
static int difference;
static void body_different (uint32_t unit)
{
  bool other = unit == 1;
  uint32_t text = string_literal (4), longer = string_literal (5);
  uint32_t own = global ("own", TYPE_LONG, SF_DEFINED);
  uint32_t common = global ("common", TYPE_LONG, SF_PUBLIC | (unit ? 0 : SF_DEFINED));
  header_function ("f", 3, 1);
  uint32_t x = load (TYPE_LONG, at_value (1, 0)), y = x;
  switch (difference) {
  case 0:
    y = op (TYPE_LONG, other ? OP_SUB : OP_ADD, val (x), num (1), none ());
    break;
  case 1:
    y = op (TYPE_LONG, OP_ADD, val (x), num (other ? 2 : 1), none ());
    break;
  case 2:
    y = load (TYPE_LONG, at_value (1, other ? 16 : 8));
    break;
  case 3:
    y = load (TYPE_LONG, at_object (own, 0));
    break;
  case 4:
    y = load (TYPE_LONG, at_object (other ? own : common, 0));
    break;
  case 5:
    CALL1 (0, fn (other ? "g" : "h"), val (1));
    break;
  case 6:
    CALL1 (0, fn ("puts"), ref (at_object (other ? longer : text, 0)));
    break;
  case 7:
    if (other)
      y = op (TYPE_LONG, OP_COPY, val (x), none (), none ());
    break;
  case 8:
    if (other)
      next_block ();
    break;
  case 9:
    y = load (other ? TYPE_INT : TYPE_LONG, at_value (1, 8));
    break;
  /* From here on they are equal. */
  case 10:
    y = load (TYPE_LONG, at_object (common, 0));
    break;
  case 11:
    CALL1 (0, fn ("puts"), ref (at_object (text, 0)));
    break;
  case 12:
    CALL0 (0, fn ("g"));
    break;
  }
  ret (val (y));
  end_function ();
}

START_TEST (bodies_that_differ_are_two)
{
  difference = _i;
  make_units (2, body_different);
  ck_assert_msg (are_one ("f") == (_i >= 10), "difference %d", _i);
}
END_TEST

/* Names and places */
static void body_places (uint32_t unit)
{
  static const struct {
    const char *name, *file;
    int line;
  } functions[] = {{"elsewhere", "a.h", 3}, {"moved", "h.h", 4}, {"same", "h.h", 9}};
  for (int i = 0; i < 3; i++) {
    place_symbols (i == 0 && unit ? "b.h" : functions[i].file,
                   functions[i].line + (i == 1 && unit ? 1 : 0));
    begin_function (functions[i].name, 0, 0);
    ret (num (0));
    end_function ();
  }
}

START_TEST (copies_have_one_place)
{
  make_units (2, body_places);
  ck_assert (!are_one ("elsewhere"));
  ck_assert (!are_one ("moved"));
  ck_assert (are_one ("same"));
}
END_TEST

/* top calls middle, middle calls bottom, bottom uses a variable that is static in each unit. */
static bool bottom_is_own;
static void body_chain (uint32_t unit)
{
  uint32_t x = bottom_is_own ? global ("x", TYPE_LONG, SF_DEFINED)
                             : global ("x", TYPE_LONG, SF_PUBLIC | (unit ? 0 : SF_DEFINED));
  header_function ("bottom", 1, 0);
  ret (val (load (TYPE_LONG, at_object (x, 0))));
  end_function ();
  header_function ("middle", 2, 0);
  ret (val (CALL0 (TYPE_LONG, fn ("bottom"))));
  end_function ();
  header_function ("top", 3, 0);
  ret (val (CALL0 (TYPE_LONG, fn ("middle"))));
  end_function ();
  header_function ("beside", 4, 0);
  ret (num (1));
  end_function ();
}

START_TEST (difference_travels_to_callers)
{
  bottom_is_own = true;
  make_units (2, body_chain);
  ck_assert (!are_one ("bottom"));
  ck_assert (!are_one ("middle"));
  ck_assert (!are_one ("top"));
  ck_assert (are_one ("beside"));
}
END_TEST

START_TEST (callers_of_one_are_one)
{
  bottom_is_own = false;
  make_units (2, body_chain);
  ck_assert (are_one ("bottom"));
  ck_assert (are_one ("middle"));
  ck_assert (are_one ("top"));
}
END_TEST

/* even and odd call each other; the third unit's odd has another constant. */
static void body_mutual (uint32_t unit)
{
  place_symbols ("h.h", 2);
  symbol ("odd", SF_FUNCTION | SF_DEFINED);
  header_function ("even", 1, 1);
  ret (val (CALL1 (TYPE_LONG, fn ("odd"), val (1))));
  end_function ();
  header_function ("odd", 2, 1);
  CALL1 (TYPE_LONG, fn ("even"), val (1));
  ret (num (unit == 2));
  end_function ();
}

START_TEST (recursion_folds_together)
{
  make_units (3, body_mutual);
  ck_assert (are_one ("even"));
  ck_assert (are_one ("odd"));
  ck_assert_uint_ne (function_of_unit (2, "odd"), function_of_unit (0, "odd"));
  ck_assert_uint_ne (function_of_unit (2, "even"), function_of_unit (0, "even"));
  ck_assert_uint_eq (built.program.folded, 2);
}
END_TEST

/* The first of three stands alone; the others are still copies of each other. */
static void body_first_differs (uint32_t unit)
{
  header_function ("f", 3, 0);
  ret (num (unit > 0));
  end_function ();
}

START_TEST (rest_of_a_class_stays_together)
{
  make_units (3, body_first_differs);
  ck_assert (!are_one ("f"));
  ck_assert_uint_eq (function_of_unit (1, "f"), function_of_unit (2, "f"));
}
END_TEST

/* Public functions are the linker's business. */
static void body_weak (uint32_t unit)
{
  place_symbols ("h.h", 1);
  begin_function (unit ? "g" : "f", SF_PUBLIC, 0);
  ret (num (0));
  end_function ();
}

START_TEST (public_functions_are_left_alone)
{
  make_units (2, body_weak);
  ck_assert_uint_eq (built.program.folded, 0);
}
END_TEST

Suite *fold_suite (void)
{
  Suite *suite = suite_create ("fold");
  TCase *c = tcase_create ("fold");
  tcase_add_checked_fixture (c, build_start, build_finish);
  tcase_add_test (c, equal_copies_are_one);
  tcase_add_loop_test (c, bodies_that_differ_are_two, 0, 13);
  tcase_add_test (c, copies_have_one_place);
  tcase_add_test (c, difference_travels_to_callers);
  tcase_add_test (c, callers_of_one_are_one);
  tcase_add_test (c, recursion_folds_together);
  tcase_add_test (c, rest_of_a_class_stays_together);
  tcase_add_test (c, public_functions_are_left_alone);
  suite_add_tcase (suite, c);
  return suite;
}
