/* Tests of analysis/escape/escape.c: what functions do with the addresses that they get, and how long new
   memory belongs to who made it. */

#include "build.h"
#include "summaries.h"

Suite *escape_suite (void);

static struct summaries s;
static struct map broken;
static struct text spelled;
static uint32_t known, x;

static void set_up (void)
{
  build_start ();
  s = (struct summaries){0};
  broken = (struct map){0};
  begin_object ("a.o");
  known = global ("known", TYPE_PAIR, SF_DEFINED); /* to everybody */
  x = global ("x", TYPE_LONG, SF_DEFINED);
}

static void tear_down (void)
{
  summaries_free (&s);
  build_finish ();
  text_free (&spelled);
}

/* Ends `f', which a thread calls with three pieces of memory, beside another thread that looks at
   all that is known. */
static void end_f (void)
{
  end_function ();
  begin_function ("work", 0, 1);
  uint32_t a = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  uint32_t b = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  uint32_t c = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  CALL3 (0, fn ("f"), val (a), val (b), val (c));
  for (int i = 0; i < 2; i++) {
    uint32_t p = load (TYPE_POINTER, at_object (known, 0));
    store (at_value (p, 8), num (1));
    uint32_t q = load (TYPE_POINTER, at_value (p, 0));
    store (at_value (q, 8), num (1));
  }
  ret (num (0));
  end_function ();
  begin_function ("main", SF_PUBLIC, 0);
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), num (0));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), num (0));
  end_function ();
  analyse_built ();
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
}

/* "0, 2 in 1": published formals, and which ones are tied to which. */
static const char *escapes_of (const char *function)
{
  const struct summary *m = &s.of[function_named (function)];
  text_clear (&spelled);
  text_add (&spelled, "");
  for (uint32_t i = 0; i < 32; i++)
    if (m->escapes >> i & 1)
      text_printf (&spelled, "%s%u", spelled.n ? ", " : "", i);
  for (uint32_t i = 0; i < MOST_TIED; i++)
    for (uint32_t k = 0; k < 32; k++)
      if (m->ties[i] >> k & 1)
        text_printf (&spelled, "%s%u in %u", spelled.n ? ", " : "", k, i);
  return text_of (&spelled);
}

/* Whether something happens at the record that others may notice. */
static bool is_item (const char *function, uint32_t record)
{
  const struct summary *m = &s.of[function_named (function)];
  for (uint32_t i = m->first_item; i < m->first_item + m->n_items; i++)
    if (s.items.v[i].record == record && s.items.v[i].kind == ITEM_ACCESS)
      return true;
  return false;
}

/* Formals */

START_TEST (used_only)
{
  begin_function ("f", 0, 3);
  store (at_value (1, 0), num (1));
  load (TYPE_POINTER, at_value (2, 0));
  ret (val (3));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "");
}
END_TEST

START_TEST (stored_in_a_global)
{
  begin_function ("f", 0, 3);
  store (at_object (known, 0), val (2));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "1");
}
END_TEST

START_TEST (a_part_is_stored)
{
  begin_function ("f", 0, 3);
  store (at_object (known, 0), ref (at_value (1, 8)));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "0");
}
END_TEST

START_TEST (stored_in_another)
{
  begin_function ("f", 0, 3);
  store (at_value (1, 0), val (2));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "1 in 0");
}
END_TEST

START_TEST (stored_in_one_that_is_stored)
{
  begin_function ("f", 0, 3);
  store (at_value (2, 0), val (3));
  store (at_value (1, 0), val (2));
  store (at_object (known, 0), val (1));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "0, 1, 2, 1 in 0, 2 in 0, 2 in 1");
}
END_TEST

START_TEST (stored_in_one_that_others_know)
{
  begin_function ("f", 0, 3);
  store (at_object (known, 0), val (1));
  store (at_value (1, 0), val (2));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "0, 1, 1 in 0");
}
END_TEST

START_TEST (given_to_a_thread)
{
  begin_function ("start", 0, 1);
  ret (val (1));
  end_function ();
  begin_function ("f", 0, 3);
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("start"), val (3));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "2");
}
END_TEST

START_TEST (given_to_unknown_code)
{
  begin_function ("f", 0, 3);
  CALL2 (0, fn ("outside"), val (1), val (3));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "0, 2");
}
END_TEST

START_TEST (given_to_the_library)
{
  begin_function ("f", 0, 3);
  CALL1 (TYPE_LONG, fn ("strlen"), val (1));
  CALL3 (TYPE_POINTER, fn ("memset"), val (2), num (0), num (16));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "");
}
END_TEST

START_TEST (given_to_callees)
{
  begin_function ("keeps", 0, 1);
  store (at_object (known, 0), val (1));
  end_function ();
  begin_function ("ties", 0, 2);
  store (at_value (1, 0), val (2));
  end_function ();
  begin_function ("uses", 0, 1);
  store (at_value (1, 8), num (1));
  end_function ();
  begin_function ("f", 0, 3);
  CALL1 (0, fn ("uses"), val (1));
  CALL2 (0, fn ("ties"), val (1), val (3));
  CALL1 (0, fn ("keeps"), val (2));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("uses"), "");
  ck_assert_str_eq (escapes_of ("ties"), "1 in 0");
  ck_assert_str_eq (escapes_of ("keeps"), "0");
  ck_assert_str_eq (escapes_of ("f"), "1, 2 in 0");
}
END_TEST

START_TEST (given_to_recursion)
{
  begin_function ("f", 0, 3);
  CALL3 (0, fn ("f"), val (1), num (0), num (0));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "");
}
END_TEST

START_TEST (kept_by_recursion)
{
  begin_function ("f", 0, 4);
  store (at_object (known, 0), val (2));
  call (0, fn ("f"), val (3), val (1), num (0), val (4));
  ret (num (0));
  end_f ();
  ck_assert_str_eq (escapes_of ("f"), "0, 1, 2");
}
END_TEST

/* New memory */

START_TEST (returned_as_it_was_made)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  store (at_value (p, 0), num (1));
  ret (val (p));
  end_f ();
  ck_assert (s.of[function_named ("f")].fresh_result);
}
END_TEST

START_TEST (returned_but_known)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  store (at_object (known, 0), val (p));
  ret (val (p));
  end_f ();
  ck_assert (!s.of[function_named ("f")].fresh_result);
}
END_TEST

START_TEST (returned_but_tied)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  store (at_value (1, 0), val (p));
  ret (val (p));
  end_f ();
  ck_assert (!s.of[function_named ("f")].fresh_result);
}
END_TEST

START_TEST (a_formal_is_not_new)
{
  begin_function ("f", 0, 3);
  ret (val (1));
  end_f ();
  ck_assert (!s.of[function_named ("f")].fresh_result);
  ck_assert_uint_eq (s.of[function_named ("f")].result, expr_formal (&s.x, 0));
}
END_TEST

START_TEST (own_until_it_is_published)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  uint32_t before = store (at_value (p, 8), num (1));
  store (at_object (known, 0), val (p));
  uint32_t after = store (at_value (p, 8), num (1));
  ret (num (0));
  end_f ();
  ck_assert (!is_item ("f", before));
  ck_assert (is_item ("f", after));
}
END_TEST

START_TEST (published_on_one_way)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  next_block ();
  store (at_object (known, 0), val (p));
  next_block ();
  edge (0, 2);
  uint32_t after = store (at_value (p, 8), num (1));
  ret (num (0));
  end_f ();
  ck_assert (is_item ("f", after));
}
END_TEST

START_TEST (published_with_what_it_is_tied_to)
{
  begin_function ("f", 0, 3);
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  uint32_t q = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  store (at_value (p, 0), val (q));
  uint32_t before = store (at_value (q, 8), num (1));
  store (at_object (known, 0), val (p));
  uint32_t after = store (at_value (q, 8), num (1));
  ret (num (0));
  end_f ();
  ck_assert (!is_item ("f", before));
  ck_assert (is_item ("f", after));
}
END_TEST

START_TEST (new_again_in_a_loop)
{
  begin_function ("f", 0, 3);
  next_block ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
  uint32_t before = store (at_value (p, 8), num (1));
  store (at_object (known, 0), val (p));
  next_block ();
  edge (1, 1);
  ret (num (0));
  end_f ();
  ck_assert (!is_item ("f", before)); /* what the last round published is another piece */
}
END_TEST

Suite *escape_suite (void)
{
  Suite *suite = suite_create ("escape");
  TCase *c = tcase_create ("escape");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, used_only);
  tcase_add_test (c, stored_in_a_global);
  tcase_add_test (c, a_part_is_stored);
  tcase_add_test (c, stored_in_another);
  tcase_add_test (c, stored_in_one_that_is_stored);
  tcase_add_test (c, stored_in_one_that_others_know);
  tcase_add_test (c, given_to_a_thread);
  tcase_add_test (c, given_to_unknown_code);
  tcase_add_test (c, given_to_the_library);
  tcase_add_test (c, given_to_callees);
  tcase_add_test (c, given_to_recursion);
  tcase_add_test (c, kept_by_recursion);
  tcase_add_test (c, returned_as_it_was_made);
  tcase_add_test (c, returned_but_known);
  tcase_add_test (c, returned_but_tied);
  tcase_add_test (c, a_formal_is_not_new);
  tcase_add_test (c, own_until_it_is_published);
  tcase_add_test (c, published_on_one_way);
  tcase_add_test (c, published_with_what_it_is_tied_to);
  tcase_add_test (c, new_again_in_a_loop);
  suite_add_tcase (suite, c);
  return suite;
}
