/* Tests of analysis/contexts/terms.c: locks that mean the same to all accesses of a location. */

#include "build.h"
#include "terms.h"

Suite *terms_suite (void);

static struct summaries s;
static struct terms terms;
static struct map broken;
static struct text spelled;
static uint32_t x, lock, tls, locks, data, index_of;

static void set_up (void)
{
  build_start ();
  s = (struct summaries){0};
  terms = (struct terms){0};
  broken = (struct map){0};
  begin_object ("a.o");
  x = global ("x", TYPE_LONG, SF_DEFINED);
  lock = global ("lock", TYPE_TABLE, SF_DEFINED);
  tls = thread_local_global ("tls", TYPE_LONG);
  locks = global ("locks", TYPE_CELLS, SF_DEFINED);
  data = global ("data", TYPE_CELLS, SF_DEFINED);
  index_of = global ("index_of", TYPE_LONG, SF_DEFINED);
}

static void tear_down (void)
{
  terms_free (&terms);
  summaries_free (&s);
  build_finish ();
  text_free (&spelled);
}

static void begin_work (void)
{
  /* Variables that nobody writes would be taken for constants. */
  begin_function ("setup", SF_DEFINED | SF_PUBLIC, 0);
  store (at_object (index_of, 0), num (1));
  store (at_object (x, 0), num (1));
  ret (num (0));
  end_function ();
  begin_function ("work", 0, 1);
}

/* Main creates threads that call it; it has a lock on its stack. */
static void end_work (void)
{
  end_function ();
  begin_function ("main", SF_PUBLIC, 0);
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  uint32_t own = local ("own", TYPE_TABLE, OF_ADDRESSED);
  struct operand arg = ref (at_local (own, 0));
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), arg);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"), arg);
  end_function ();
  analyse_built ();
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
  terms_init (&terms, &s);
}

static void take (struct operand l)
{
  CALL1 (0, fn ("pthread_mutex_lock"), l);
}

static void add_terms (setid set, const char *head)
{
  static const char *const kinds[] = {[TERM_ABS] = "one",
                                      [TERM_SELF] = "same object",
                                      [TERM_SEEN] = "seen",
                                      [TERM_INDEX] = "same index"};
  for (struct set_iter i = sets_each (&terms.sets, set); set_next (&i);) {
    struct term t = term_get (&terms, i.x);
    text_printf (&spelled, "%s%s%s", spelled.n ? ", " : "", head, kinds[t.kind]);
    if (t.kind != TERM_SELF) {
      text_add (&spelled, " ");
      name_object (&built.pointers, t.a, &spelled);
    }
    if (t.d)
      text_printf (&spelled, "%+d", (int)t.d);
  }
}

/* "one lock, shared same object-8": what is held at the access of a record of `work', seen from
   SHIFT bytes behind its start. */
static const char *guards_at (uint32_t record, int64_t shift)
{
  const struct summary *m = &s.of[function_named ("work")];
  text_clear (&spelled);
  text_add (&spelled, "");
  for (uint32_t i = m->first_item; i < m->first_item + m->n_items; i++)
    if (s.items.v[i].record == record && s.items.v[i].kind == ITEM_ACCESS) {
      struct guards g = terms_of_item (&terms, i, shift);
      ck_assert (sets_subset (&terms.sets, g.exclusive, g.any));
      add_terms (g.exclusive, "");
      add_terms (sets_difference (&terms.sets, g.any, g.exclusive), "shared ");
      return text_of (&spelled);
    }
  ck_abort_msg ("nothing happens at #%u", record);
}

static expr_id address_of (const char *variable, int64_t offset)
{
  return expr_add (&s.x, expr_object (&s.x, object_of_variable (variable)), offset);
}

/* Locks that exist once */

START_TEST (globals_exist_once)
{
  begin_work ();
  take (ref (at_object (lock, 0)));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "one lock");
  ck_assert (object_is_unique (&terms, object_of_variable ("lock")));
  uint32_t a = term_of_lock (&terms, function_named ("work"), address_of ("lock", 0));
  ck_assert_uint_ne (a, 0);
  ck_assert_uint_eq (term_of_lock (&terms, function_named ("main"), address_of ("lock", 0)), a);
  ck_assert_uint_ne (term_of_lock (&terms, function_named ("work"), address_of ("lock", 40)), a);
  ck_assert_uint_eq (term_of_lock (&terms, function_named ("work"), 0), 0);
}
END_TEST

START_TEST (thread_local_ones_do_not)
{
  begin_work ();
  take (ref (at_object (tls, 0)));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
  ck_assert (!object_is_unique (&terms, object_of_variable ("tls")));
}
END_TEST

START_TEST (locals_of_main_exist_once)
{
  begin_work ();
  take (val (1)); /* main's */
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "one main.own");
}
END_TEST

START_TEST (locals_of_threads_do_not)
{
  begin_work ();
  uint32_t own = local ("mine", TYPE_TABLE, OF_ADDRESSED);
  take (ref (at_local (own, 0)));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (memory_of_threads_does_not)
{
  begin_work ();
  uint32_t p = CALL1 (TYPE_POINTER, fn ("malloc"), num (48));
  take (val (p));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (known_elements_exist_once)
{
  begin_work ();
  take (ref (at_object (locks, 8)));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "one locks+8");
}
END_TEST

START_TEST (elements_behind_pointers_do_not)
{
  begin_work ();
  uint32_t i = load (TYPE_LONG, at_object (index_of, 0));
  uint32_t pointer = local ("pointer", TYPE_POINTER, OF_ADDRESSED);
  store (at_local (pointer, 0), ref (with_index (at_object (locks, 0), i, 8)));
  CALL1 (0, fn ("outside"), ref (at_local (pointer, 0)));
  uint32_t p = load (TYPE_POINTER, at_local (pointer, 0));
  take (val (p));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (one_of_two_does_not)
{
  uint32_t second = global ("second", TYPE_TABLE, SF_DEFINED);
  begin_work ();
  uint32_t p =
      op (TYPE_POINTER, OP_SELECT, val (1), ref (at_object (lock, 0)), ref (at_object (second, 0)));
  take (val (p));
  uint32_t at = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (modes)
{
  begin_work ();
  CALL1 (0, fn ("pthread_rwlock_rdlock"), ref (at_object (lock, 0)));
  uint32_t reading = store (at_object (x, 0), num (1));
  CALL1 (0, fn ("pthread_rwlock_unlock"), ref (at_object (lock, 0)));
  CALL1 (0, fn ("pthread_rwlock_wrlock"), ref (at_object (lock, 0)));
  uint32_t writing = store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (reading, 0), "shared one lock");
  ck_assert_str_eq (guards_at (writing, 0), "one lock");
}
END_TEST

/* Locks in the same object */

START_TEST (in_the_same_object)
{
  begin_work ();
  uint32_t p = load (TYPE_POINTER, at_object (index_of, 0));
  take (ref (at_value (p, 8)));
  uint32_t at = store (at_value (p, 40), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "same object-32");
  /* What is 4 bytes behind the start of the access is 4 bytes farther from the lock. */
  ck_assert_str_eq (guards_at (at, 4), "same object-36");
}
END_TEST

START_TEST (in_another_object)
{
  uint32_t second = global ("second", TYPE_POINTER, SF_DEFINED);
  begin_work ();
  uint32_t p = load (TYPE_POINTER, at_object (index_of, 0));
  uint32_t q = load (TYPE_POINTER, at_object (second, 0));
  take (ref (at_value (p, 0)));
  uint32_t at = store (at_value (q, 40), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (in_the_same_element)
{
  begin_work ();
  uint32_t i = load (TYPE_LONG, at_object (index_of, 0));
  take (ref (with_index (at_object (lock, 0), i, 16)));
  uint32_t at = store (with_index (at_object (lock, 8), i, 16), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "same object-8");
}
END_TEST

/* Locks of the same index */

/* Takes locks[L], stores to data[D]; L and D are i, or a function of it. */
static const char *guard_of_element (enum opcode code_l, enum opcode code_d)
{
  begin_work ();
  uint32_t i = load (TYPE_LONG, at_object (index_of, 0));
  uint32_t l = code_l ? op (TYPE_LONG, code_l, val (i), num (3), none ()) : i;
  uint32_t d = code_d ? op (TYPE_LONG, code_d, val (i), num (3), none ()) : i;
  take (ref (with_index (at_object (locks, 0), l, 8)));
  uint32_t at = store (with_index (at_object (data, 0), d, 8), num (1));
  ret (num (0));
  end_work ();
  return guards_at (at, 0);
}

START_TEST (of_the_same_index)
{
  ck_assert_str_eq (guard_of_element (0, 0), "same index locks");
}
END_TEST

START_TEST (of_a_function_of_the_index)
{
  ck_assert_str_eq (guard_of_element (OP_AND, 0), "same index locks");
}
END_TEST

START_TEST (of_what_the_index_is_a_function_of)
{
  ck_assert_str_eq (guard_of_element (0, OP_AND), "");
}
END_TEST

START_TEST (of_another_index)
{
  begin_work ();
  uint32_t i = load (TYPE_LONG, at_object (index_of, 0));
  uint32_t j = load (TYPE_LONG, at_object (x, 0));
  take (ref (with_index (at_object (locks, 0), i, 8)));
  uint32_t at = store (with_index (at_object (data, 0), j, 8), num (1));
  ret (num (0));
  end_work ();
  ck_assert_str_eq (guards_at (at, 0), "");
}
END_TEST

START_TEST (functions_of_the_index_differ)
{
  begin_work ();
  uint32_t i = load (TYPE_LONG, at_object (index_of, 0));
  uint32_t j = op (TYPE_LONG, OP_AND, val (i), num (3), none ());
  uint32_t k = op (TYPE_LONG, OP_AND, val (i), num (1), none ());
  take (ref (with_index (at_object (locks, 0), j, 8)));
  uint32_t first = store (with_index (at_object (data, 0), i, 8), num (1));
  CALL1 (0, fn ("pthread_mutex_unlock"), ref (with_index (at_object (locks, 0), j, 8)));
  take (ref (with_index (at_object (locks, 0), k, 8)));
  uint32_t second = store (with_index (at_object (data, 0), i, 8), num (1));
  ret (num (0));
  end_work ();
  setid a = SETS_EMPTY, b = SETS_EMPTY;
  const struct summary *m = &s.of[function_named ("work")];
  for (uint32_t n = m->first_item; n < m->first_item + m->n_items; n++) {
    if (s.items.v[n].kind == ITEM_ACCESS && s.items.v[n].record == first)
      a = terms_of_item (&terms, n, 0).any;
    if (s.items.v[n].kind == ITEM_ACCESS && s.items.v[n].record == second)
      b = terms_of_item (&terms, n, 0).any;
  }
  ck_assert_uint_eq (sets_size (&terms.sets, a), 1);
  ck_assert_uint_eq (sets_size (&terms.sets, b), 1);
  ck_assert (!sets_meet (&terms.sets, a, b));
}
END_TEST

/* Locks that callees may have released */

START_TEST (without_what_is_released)
{
  uint32_t second = global ("second", TYPE_TABLE, SF_DEFINED);
  begin_work ();
  take (ref (at_object (lock, 0)));
  take (ref (at_object (second, 0)));
  store (at_object (x, 0), num (1));
  ret (num (0));
  end_work ();
  funid f = function_named ("work");
  const struct summary *m = &s.of[f];
  ck_assert_uint_eq (m->n_rows, 1);
  struct guards g = terms_of_holds (&terms, f, m->rows[0].held);
  ck_assert_uint_eq (sets_size (&terms.sets, g.any), 2);
  ck_assert_uint_eq (g.any, g.exclusive);
  setid one = sets_single (&s.sets, address_of ("lock", 0));
  struct guards left = terms_without (&terms, g, f, one);
  text_clear (&spelled);
  add_terms (left.exclusive, "");
  ck_assert_str_eq (text_of (&spelled), "one second");
  ck_assert_uint_eq (left.any, left.exclusive);
  /* 0: any lock */
  left = terms_without (&terms, g, f, sets_single (&s.sets, 0));
  ck_assert_uint_eq (left.any, SETS_EMPTY);
  left = terms_without (&terms, g, f, SETS_EMPTY);
  ck_assert_uint_eq (left.any, g.any);
}
END_TEST

Suite *terms_suite (void)
{
  Suite *suite = suite_create ("terms");
  TCase *c = tcase_create ("terms");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, globals_exist_once);
  tcase_add_test (c, thread_local_ones_do_not);
  tcase_add_test (c, locals_of_main_exist_once);
  tcase_add_test (c, locals_of_threads_do_not);
  tcase_add_test (c, memory_of_threads_does_not);
  tcase_add_test (c, known_elements_exist_once);
  tcase_add_test (c, elements_behind_pointers_do_not);
  tcase_add_test (c, one_of_two_does_not);
  tcase_add_test (c, modes);
  tcase_add_test (c, in_the_same_object);
  tcase_add_test (c, in_another_object);
  tcase_add_test (c, in_the_same_element);
  tcase_add_test (c, of_the_same_index);
  tcase_add_test (c, of_a_function_of_the_index);
  tcase_add_test (c, of_what_the_index_is_a_function_of);
  tcase_add_test (c, of_another_index);
  tcase_add_test (c, functions_of_the_index_differ);
  tcase_add_test (c, without_what_is_released);
  suite_add_tcase (suite, c);
  return suite;
}
