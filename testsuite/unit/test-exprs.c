/* Tests of analysis/values/exprs.c: symbolic values, and how they are simplified. */

#include "build.h"
#include "exprs.h"

Suite *exprs_suite (void);

static struct exprs x;
static object_id g, h;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
  uint32_t global_g = global ("g", TYPE_TABLE, SF_DEFINED);
  uint32_t global_h = global ("h", TYPE_PAIR, SF_DEFINED);
  init_with_object (global_h, 0, global_g, 8);
  begin_function ("main", SF_PUBLIC, 0);
  load (TYPE_POINTER, at_object (global_h, 0)); /* value 1, record 0 */
  end_function ();
  point_built ();
  g = object_of_variable ("g");
  h = object_of_variable ("h");
  exprs_init (&x, &built.pointers);
}

static void tear_down (void)
{
  exprs_free (&x);
  build_finish ();
}

static const char *spell (expr_id e)
{
  static struct text t;
  text_clear (&t);
  expr_print (&x, e, &t);
  return text_of (&t);
}

static expr_id opaque (uint32_t value)
{
  return expr_value (&x, function_named ("main"), value);
}

/* Equal ones are one */

START_TEST (nothing_is_no_expression)
{
  ck_assert_int_eq (expr_get (&x, 0)->op, X_NONE);
  ck_assert_str_eq (spell (0), "?");
  ck_assert_uint_eq (expr_const (&x, 7), 1);
  ck_assert_int_eq (expr_get (&x, 0)->op, X_NONE);
  ck_assert_int_eq (expr_get (&x, 1)->op, X_CONST);
}
END_TEST

START_TEST (equal_expressions_are_one)
{
  ck_assert_uint_eq (expr_const (&x, 7), expr_const (&x, 7));
  ck_assert_uint_ne (expr_const (&x, 7), expr_const (&x, 8));
  ck_assert_uint_ne (expr_const (&x, 7), expr_const (&x, 7 | (int64_t)1 << 40));
  ck_assert_uint_eq (expr_formal (&x, 1), expr_formal (&x, 1));
  ck_assert_uint_ne (expr_formal (&x, 1), expr_const (&x, 1));
  ck_assert_uint_eq (expr_object (&x, g), expr_object (&x, g));
  ck_assert_uint_ne (expr_object (&x, g), expr_object (&x, h));
  ck_assert_uint_ne (expr_fresh (&x, 1, 2), expr_value (&x, 1, 2));
  ck_assert_uint_ne (expr_fresh (&x, 1, 2), expr_token (&x, 1, 2));
}
END_TEST

START_TEST (loads_differ_by_version)
{
  expr_id p = expr_formal (&x, 0);
  uint32_t v = expr_version (&x, 1, 3, 0), w = expr_version (&x, 1, 4, 0);
  ck_assert_uint_eq (expr_version (&x, 1, 3, 0), v);
  ck_assert_uint_ne (v, w);
  ck_assert_uint_ne (expr_version (&x, 1, 3, w), v);
  ck_assert_uint_eq (expr_load (&x, p, v, 64), expr_load (&x, p, v, 64));
  ck_assert_uint_ne (expr_load (&x, p, v, 64), expr_load (&x, p, w, 64));
  ck_assert_uint_ne (expr_load (&x, p, v, 64), expr_load (&x, p, v, 32));
}
END_TEST

START_TEST (nothing_is_made_of_nothing)
{
  expr_id p = expr_formal (&x, 0);
  ck_assert_uint_eq (expr_add (&x, 0, 8), 0);
  ck_assert_uint_eq (expr_index (&x, 0, p, 8), 0);
  ck_assert_uint_eq (expr_index (&x, p, 0, 8), 0);
  ck_assert_uint_eq (expr_binary (&x, OP_ADD, p, 0), 0);
  ck_assert_uint_eq (expr_binary (&x, OP_ADD, 0, p), 0);
  ck_assert_uint_eq (expr_convert (&x, 0, 32, true), 0);
  ck_assert_uint_eq (expr_load (&x, 0, 1, 64), 0);
  ck_assert_uint_eq (expr_at (&x, 0, 1), 0);
  ck_assert_uint_eq (expr_object (&x, 0), 0);
  ck_assert_str_eq (spell (0), "?");
}
END_TEST

/* Sums */

START_TEST (sums_of_offsets)
{
  expr_id p = expr_formal (&x, 0), q = expr_add (&x, p, 8);
  ck_assert_uint_eq (expr_add (&x, p, 0), p);
  ck_assert_uint_eq (expr_add (&x, q, 8), expr_add (&x, p, 16));
  ck_assert_uint_eq (expr_add (&x, q, -8), p);
  ck_assert_uint_eq (expr_add (&x, expr_const (&x, 3), 4), expr_const (&x, 7));
  ck_assert_str_eq (spell (q), "arg0+8");
  ck_assert_str_eq (spell (expr_add (&x, p, -8)), "arg0-8");
}
END_TEST

START_TEST (sums_that_overflow_are_nothing)
{
  expr_id p = expr_add (&x, expr_formal (&x, 0), INT64_MAX);
  ck_assert_uint_ne (p, 0);
  ck_assert_uint_eq (expr_add (&x, p, 1), 0);
  ck_assert_uint_eq (expr_add (&x, expr_const (&x, INT64_MIN), -1), 0);
}
END_TEST

START_TEST (base_and_offset)
{
  int64_t offset;
  expr_id p = expr_formal (&x, 0);
  ck_assert_uint_eq (expr_base (&x, expr_add (&x, p, 24), &offset), p);
  ck_assert_int_eq (offset, 24);
  ck_assert_uint_eq (expr_base (&x, p, &offset), p);
  ck_assert_int_eq (offset, 0);
  ck_assert_uint_eq (expr_base (&x, 0, &offset), 0);
  ck_assert_int_eq (offset, 0);
}
END_TEST

/* Elements */

START_TEST (elements_with_a_number)
{
  expr_id a = expr_object (&x, g);
  ck_assert_uint_eq (expr_index (&x, a, expr_const (&x, 3), 8), expr_add (&x, a, 24));
  ck_assert_uint_eq (expr_index (&x, a, expr_const (&x, 0), 8), a);
  ck_assert_uint_eq (expr_index (&x, a, expr_const (&x, -1), 8), expr_add (&x, a, -8));
  ck_assert_uint_eq (expr_index (&x, a, expr_const (&x, INT64_MAX), 8), 0);
}
END_TEST

START_TEST (offsets_stay_outside_of_elements)
{
  expr_id a = expr_object (&x, g), i = opaque (1);
  expr_id element = expr_index (&x, a, i, 8);
  ck_assert_str_eq (spell (element), "&g[main%1:8]");
  ck_assert_uint_eq (expr_index (&x, expr_add (&x, a, 4), i, 8), expr_add (&x, element, 4));
  /* a[i + 2] is two elements behind a[i]. */
  ck_assert_uint_eq (expr_index (&x, a, expr_add (&x, i, 2), 8), expr_add (&x, element, 16));
  ck_assert_uint_eq (expr_index (&x, expr_add (&x, a, 16), expr_add (&x, i, -2), 8), element);
  ck_assert_uint_ne (expr_index (&x, a, i, 4), element);
}
END_TEST

START_TEST (roots)
{
  expr_id a = expr_object (&x, g), i = opaque (1);
  expr_id deep = expr_add (&x, expr_index (&x, expr_index (&x, a, i, 16), i, 4), 12);
  ck_assert_uint_eq (expr_root (&x, deep), a);
  ck_assert_uint_eq (expr_root (&x, a), a);
  ck_assert_uint_eq (expr_root (&x, 0), 0);
  expr_id l = expr_load (&x, deep, expr_version (&x, 1, 0, 0), 64);
  ck_assert_uint_eq (expr_root (&x, expr_add (&x, l, 8)), l);
}
END_TEST

/* Arithmetic */

START_TEST (arithmetic_on_constants)
{
  expr_id six = expr_const (&x, 6), four = expr_const (&x, 4);
  ck_assert_uint_eq (expr_binary (&x, OP_ADD, six, four), expr_const (&x, 10));
  ck_assert_uint_eq (expr_binary (&x, OP_POINTER_ADD, six, four), expr_const (&x, 10));
  ck_assert_uint_eq (expr_binary (&x, OP_SUB, six, four), expr_const (&x, 2));
  ck_assert_uint_eq (expr_binary (&x, OP_MUL, six, four), expr_const (&x, 24));
  ck_assert_uint_eq (expr_binary (&x, OP_AND, six, four), expr_const (&x, 4));
  ck_assert_uint_eq (expr_binary (&x, OP_OR, six, four), expr_const (&x, 6));
}
END_TEST

START_TEST (arithmetic_that_overflows_is_no_constant)
{
  int64_t k;
  expr_id most = expr_const (&x, INT64_MAX), two = expr_const (&x, 2);
  ck_assert (!expr_is_const (&x, expr_binary (&x, OP_MUL, most, two), &k));
  ck_assert (!expr_is_const (&x, expr_binary (&x, OP_ADD, most, two), &k));
}
END_TEST

START_TEST (sums_with_constants_are_offsets)
{
  expr_id i = opaque (1), eight = expr_const (&x, 8);
  expr_id sum = expr_add (&x, i, 8);
  ck_assert_uint_eq (expr_binary (&x, OP_ADD, i, eight), sum);
  ck_assert_uint_eq (expr_binary (&x, OP_ADD, eight, i), sum);
  ck_assert_uint_eq (expr_binary (&x, OP_POINTER_ADD, i, eight), sum);
  ck_assert_uint_eq (expr_binary (&x, OP_SUB, i, eight), expr_add (&x, i, -8));
}
END_TEST

START_TEST (pointers_moved_by_products_are_elements)
{
  expr_id a = expr_object (&x, g), i = opaque (1);
  expr_id element = expr_index (&x, a, i, 8);
  expr_id product = expr_binary (&x, OP_MUL, i, expr_const (&x, 8));
  expr_id shifted = expr_binary (&x, OP_SHL, i, expr_const (&x, 3));
  ck_assert_uint_eq (expr_binary (&x, OP_POINTER_ADD, a, product), element);
  ck_assert_uint_eq (expr_binary (&x, OP_POINTER_ADD, a, shifted), element);
  ck_assert_uint_eq (expr_binary (&x, OP_POINTER_ADD, a, i), expr_index (&x, a, i, 1));
}
END_TEST

START_TEST (operands_that_commute)
{
  expr_id i = opaque (1), j = opaque (2), k = expr_const (&x, 5);
  ck_assert_uint_eq (expr_binary (&x, OP_XOR, i, j), expr_binary (&x, OP_XOR, j, i));
  ck_assert_uint_eq (expr_binary (&x, OP_EQ, i, k), expr_binary (&x, OP_EQ, k, i));
  ck_assert_uint_eq (expr_get (&x, expr_binary (&x, OP_MUL, k, i))->b, k);
  ck_assert_uint_ne (expr_binary (&x, OP_SUB, i, j), expr_binary (&x, OP_SUB, j, i));
  ck_assert_uint_ne (expr_binary (&x, OP_LT, i, j), expr_binary (&x, OP_LT, j, i));
}
END_TEST

START_TEST (constants_are_converted)
{
  int64_t k;
  ck_assert (expr_is_const (&x, expr_convert (&x, expr_const (&x, 300), 8, false), &k));
  ck_assert_int_eq (k, 44);
  ck_assert (expr_is_const (&x, expr_convert (&x, expr_const (&x, 200), 8, true), &k));
  ck_assert_int_eq (k, -56);
  ck_assert (expr_is_const (&x, expr_convert (&x, expr_const (&x, -1), 32, false), &k));
  ck_assert_int_eq (k, 0xffffffff);
  ck_assert (expr_is_const (&x, expr_convert (&x, expr_const (&x, -1), 64, true), &k));
  ck_assert_int_eq (k, -1);
  ck_assert (expr_is_const (&x, expr_convert (&x, expr_const (&x, INT64_MIN), 64, true), &k));
  ck_assert_int_eq (k, INT64_MIN);
}
END_TEST

START_TEST (others_are_converted_by_name)
{
  expr_id i = opaque (1);
  ck_assert_uint_ne (expr_convert (&x, i, 32, true), expr_convert (&x, i, 32, false));
  ck_assert_uint_ne (expr_convert (&x, i, 32, true), i);
  ck_assert_str_eq (spell (expr_convert (&x, i, 32, true)), "(i32)main%1");
  ck_assert_str_eq (spell (expr_convert (&x, i, 8, false)), "(u8)main%1");
}
END_TEST

/* Limits */

START_TEST (deeper_ones_are_not_made)
{
  expr_id e = expr_formal (&x, 0);
  uint32_t v = expr_version (&x, 1, 0, 0);
  for (int depth = 2; depth <= DEEPEST_EXPR; depth++) {
    e = expr_load (&x, e, v, 64);
    ck_assert_uint_ne (e, 0);
    ck_assert_uint_eq (expr_get (&x, e)->depth, depth);
  }
  ck_assert_uint_eq (expr_load (&x, e, v, 64), 0);
  ck_assert_uint_eq (expr_add (&x, e, 8), 0);
  ck_assert_uint_eq (expr_binary (&x, OP_MUL, expr_formal (&x, 1), e), 0);
}
END_TEST

/* What is mentioned */

START_TEST (formals_are_mentioned)
{
  expr_id p = expr_formal (&x, 0), a = expr_object (&x, g);
  ck_assert (expr_has_formal (&x, expr_add (&x, p, 8)));
  ck_assert (expr_has_formal (&x, expr_index (&x, a, p, 8)));
  ck_assert (expr_has_formal (&x, expr_load (&x, p, expr_version (&x, 1, 0, 0), 64)));
  ck_assert (!expr_has_formal (&x, expr_index (&x, a, opaque (1), 8)));
  ck_assert (!expr_has_formal (&x, 0));
}
END_TEST

START_TEST (instructions_are_mentioned)
{
  expr_id i = expr_value (&x, 1, 5), m = expr_fresh (&x, 1, 7);
  expr_id element = expr_index (&x, m, i, 8);
  ck_assert (expr_mentions (&x, element, 1, 7, 0));
  ck_assert (expr_mentions (&x, element, 1, 99, 5));
  ck_assert (!expr_mentions (&x, element, 1, 99, 0));
  ck_assert (!expr_mentions (&x, element, 2, 7, 5));
  expr_id l = expr_load (&x, expr_add (&x, i, 8), expr_version (&x, 1, 9, 0), 64);
  ck_assert (expr_mentions (&x, l, 1, 9, 0));
  ck_assert (expr_mentions (&x, l, 1, 99, 5));
  ck_assert (!expr_mentions (&x, l, 1, 8, 6));
  ck_assert (expr_mentions (&x, expr_binary (&x, OP_SUB, expr_formal (&x, 0), l), 1, 9, 0));
  ck_assert (!expr_mentions (&x, expr_formal (&x, 0), 1, 0, 1));
  ck_assert (!expr_mentions (&x, 0, 1, 0, 1));
}
END_TEST

START_TEST (calls_are_mentioned)
{
  /* Value 5 of function 2, which was called by record 3 of function 1. */
  expr_id e = expr_at (&x, expr_value (&x, 2, 5), expr_version (&x, 1, 3, 0));
  ck_assert (expr_mentions (&x, e, 1, 3, 0));
  ck_assert (!expr_mentions (&x, e, 1, 4, 0));
}
END_TEST

/* Where they point to */

START_TEST (points)
{
  funid f = function_named ("main");
  expr_id a = expr_object (&x, g);
  ck_assert_str_eq (spell_set (expr_points (&x, f, a)), "g");
  ck_assert_str_eq (spell_set (expr_points (&x, f, expr_add (&x, a, 40))), "g+40");
  ck_assert_str_eq (spell_set (expr_points (&x, f, opaque (1))), "g+8");
  ck_assert_str_eq (spell_set (expr_points (&x, f, expr_const (&x, 5))), "");
  ck_assert_str_eq (spell_set (expr_points (&x, f, 0)), "");
  expr_id l = expr_load (&x, expr_object (&x, h), expr_version (&x, f, 0, 0), 64);
  ck_assert_str_eq (spell_set (expr_points (&x, f, l)), "g+8");
  ck_assert_str_eq (spell (l), "*(&h)#0");
}
END_TEST

Suite *exprs_suite (void)
{
  Suite *suite = suite_create ("exprs");
  TCase *c = tcase_create ("exprs");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, nothing_is_no_expression);
  tcase_add_test (c, equal_expressions_are_one);
  tcase_add_test (c, loads_differ_by_version);
  tcase_add_test (c, nothing_is_made_of_nothing);
  tcase_add_test (c, sums_of_offsets);
  tcase_add_test (c, sums_that_overflow_are_nothing);
  tcase_add_test (c, base_and_offset);
  tcase_add_test (c, elements_with_a_number);
  tcase_add_test (c, offsets_stay_outside_of_elements);
  tcase_add_test (c, roots);
  tcase_add_test (c, arithmetic_on_constants);
  tcase_add_test (c, arithmetic_that_overflows_is_no_constant);
  tcase_add_test (c, sums_with_constants_are_offsets);
  tcase_add_test (c, pointers_moved_by_products_are_elements);
  tcase_add_test (c, operands_that_commute);
  tcase_add_test (c, constants_are_converted);
  tcase_add_test (c, others_are_converted_by_name);
  tcase_add_test (c, deeper_ones_are_not_made);
  tcase_add_test (c, formals_are_mentioned);
  tcase_add_test (c, instructions_are_mentioned);
  tcase_add_test (c, calls_are_mentioned);
  tcase_add_test (c, points);
  suite_add_tcase (suite, c);
  return suite;
}
