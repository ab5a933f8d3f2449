/* Tests of analysis/findings/naming.c: what memory is called.  Names of fields are in the tests of reports,
   and in testsuite/stages/accessors.c, returned.c. */

#include "build.h"
#include "naming.h"

Suite *naming_suite (void);

static struct summaries s;
static struct map broken;
static struct text named;
static uint32_t pointer, cells, number;

static void set_up (void)
{
  build_start ();
  broken = (struct map){0};
  begin_object ("a.o");
  pointer = global ("pointer", TYPE_POINTER, SF_DEFINED);
  cells = global ("cells", TYPE_CELLS, SF_DEFINED);
  number = global ("number", TYPE_LONG, SF_DEFINED);
  begin_function ("main", SF_PUBLIC, 0);
  local ("own", TYPE_LONG, OF_ADDRESSED);       /* the first local */
  load (TYPE_POINTER, at_object (pointer, 0));  /* record 0, value 1 */
  load (TYPE_LONG, at_object (number, 0));      /* record 1, value 2 */
  CALL1 (TYPE_POINTER, fn ("malloc"), num (8)); /* record 2, value 3 */
  end_function ();
  analyse_built ();
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
}

static void tear_down (void)
{
  summaries_free (&s);
  build_finish ();
  text_free (&named);
}

static expr_id object (const char *name)
{
  return expr_object (&s.x, object_of_variable (name));
}

/* What main has loaded there with a record. */
static expr_id loaded (const char *name, uint32_t record)
{
  uint32_t version = expr_version (&s.x, function_named ("main"), record, 0);
  return expr_load (&s.x, object (name), version, 64);
}

static const char *memory (expr_id address, uint64_t bytes)
{
  text_clear (&named);
  text_add (&named, "");
  name_memory (&s, function_named ("main"), address, bytes, &named);
  return text_of (&named);
}

START_TEST (variables)
{
  funid f = function_named ("main");
  object_id own = object_make (&built.pointers.objects, OBJECT_LOCAL, f, 1, 0);
  ck_assert_str_eq (memory (object ("number"), 8), "number");
  ck_assert_str_eq (memory (object ("number"), 0), "number");
  ck_assert_str_eq (memory (expr_object (&s.x, own), 8), "own");
  ck_assert_str_eq (memory (0, 8), "?");
}
END_TEST

START_TEST (elements)
{
  ck_assert_str_eq (memory (object ("cells"), 32), "cells");
  ck_assert_str_eq (memory (object ("cells"), 8), "cells[]");
  ck_assert_str_eq (memory (expr_add (&s.x, object ("cells"), 8), 8), "cells[]");
  expr_id i = loaded ("number", 1);
  ck_assert_str_eq (memory (expr_index (&s.x, object ("cells"), i, 8), 8), "cells[number]");
}
END_TEST

START_TEST (behind_pointers)
{
  expr_id p = loaded ("pointer", 0);
  ck_assert_str_eq (memory (p, 8), "*pointer");
  expr_id i = loaded ("number", 1);
  ck_assert_str_eq (memory (expr_index (&s.x, p, i, 8), 8), "pointer[number]");
}
END_TEST

START_TEST (calculated_indices)
{
  expr_id i = loaded ("number", 1);
  expr_id sum = expr_binary (&s.x, OP_AND, i, expr_const (&s.x, 3));
  ck_assert_str_eq (memory (expr_index (&s.x, object ("cells"), sum, 8), 8), "cells[number & 3]");
  expr_id narrow = expr_convert (&s.x, i, 32, true);
  ck_assert_str_eq (memory (expr_index (&s.x, object ("cells"), narrow, 8), 8), "cells[number]");
}
END_TEST

START_TEST (locations)
{
  loc_id l = loc_at (&built.pointers.objects, object_of_variable ("number"), 0);
  ck_assert (name_variable (&s, l, 8, &named));
  ck_assert_str_eq (text_of (&named), "number");
  text_clear (&named);
  ck_assert (!name_field (&s, l, 8, &named));
  l = loc_at (&built.pointers.objects, object_of_variable ("cells"), 0);
  text_clear (&named);
  ck_assert (name_variable (&s, l, 8, &named));
  ck_assert_str_eq (text_of (&named), "cells[]");
}
END_TEST

START_TEST (memory_without_a_name)
{
  funid f = function_named ("main");
  uint32_t l;
  ck_assert (sets_is_single (&built.pointers.sets, points_of_value (&built.pointers, f, 3), &l));
  ck_assert (!name_variable (&s, l, 8, &named));
}
END_TEST

Suite *naming_suite (void)
{
  Suite *suite = suite_create ("naming");
  TCase *c = tcase_create ("naming");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, variables);
  tcase_add_test (c, elements);
  tcase_add_test (c, behind_pointers);
  tcase_add_test (c, calculated_indices);
  tcase_add_test (c, locations);
  tcase_add_test (c, memory_without_a_name);
  suite_add_tcase (suite, c);
  return suite;
}
