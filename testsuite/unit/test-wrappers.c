/* Tests of analysis/pointers/wrappers.c: which functions return nothing but memory that they have just
   allocated. */

#include "build.h"
#include "wrappers.h"

Suite *wrappers_suite (void);

static struct arena arena;
static struct wrapper *wrappers;

static void set_up (void)
{
  build_start ();
  begin_object ("a.o");
}

static void tear_down (void)
{
  build_finish ();
  arena_free (&arena);
}

static void find (void)
{
  bind_built ();
  wrappers = wrappers_find (&arena, &built.program, built.bindings.model);
}

/* How many objects a call of the function makes; 0: it is no wrapper. */
static uint32_t clones (const char *name)
{
  const struct wrapper *w = &wrappers[function_named (name)];
  return w->n ? w->clones : 0;
}

static struct operand fresh (void)
{
  return val (CALL1 (TYPE_POINTER, fn ("malloc"), num (8)));
}

static void returning (const char *name, struct operand (*make) (void))
{
  begin_function (name, 0, 1);
  ret (make ());
  end_function ();
}

/* What may be returned besides the call itself */

static struct operand converted (void)
{
  return val (op (TYPE_POINTER, OP_CONVERT, fresh (), none (), none ()));
}

static struct operand or_null (void)
{
  struct operand p = fresh ();
  next_block ();
  next_block ();
  edge (0, 2);
  predecessors (0, 1);
  return val (phi (TYPE_POINTER, p, num (0)));
}

static struct operand moved_by (struct operand p, struct operand bytes)
{
  return val (op (TYPE_POINTER, OP_POINTER_ADD, p, bytes, none ()));
}

static struct operand behind_header (void)
{
  return moved_by (fresh (), num (8));
}

static struct operand back_again (void)
{
  return moved_by (moved_by (val (CALL1 (TYPE_POINTER, fn ("headed"), num (8))), num (-8)), num (8));
}

START_TEST (returns_what_is_behind_a_header)
{
  returning ("headed", behind_header);
  returning ("steps_back", back_again);
  find ();
  ck_assert_uint_eq (clones ("headed"), 1);
  ck_assert_uint_eq (wrappers[function_named ("headed")].offsets[0], 8);
  ck_assert_uint_eq (clones ("steps_back"), 1);
  ck_assert_uint_eq (wrappers[function_named ("steps_back")].offsets[0], 0);
}
END_TEST

START_TEST (returns_what_it_allocates)
{
  returning ("plain", fresh);
  returning ("converts", converted);
  returning ("or_null", or_null);
  find ();
  ck_assert_uint_eq (clones ("plain"), 1);
  ck_assert_uint_eq (clones ("converts"), 1);
  ck_assert_uint_eq (clones ("or_null"), 1);
}
END_TEST

START_TEST (allocator_after_a_check)
{
  /* p = malloc (8); if (!p) return 0; return p; */
  begin_function ("checks", 0, 0);
  struct operand p = fresh ();
  edge (0, 2);
  next_block ();
  ret (num (0));
  next_block ();
  ret (p);
  end_function ();
  find ();
  ck_assert_uint_eq (clones ("checks"), 1);
}
END_TEST

/* What makes it none */

static struct operand argument (void)
{
  return val (1);
}

static struct operand loaded (void)
{
  fresh ();
  return val (load (TYPE_POINTER, at_value (1, 0)));
}

static struct operand moved (void)
{
  return moved_by (fresh (), val (1));
}

static struct operand before (void)
{
  return moved_by (fresh (), num (-8));
}

static struct operand far_behind (void)
{
  return moved_by (fresh (), num (1 << 20));
}

static struct operand at_two_distances (void)
{
  struct operand p = fresh (), q = moved_by (p, num (8));
  next_block ();
  next_block ();
  edge (0, 2);
  predecessors (0, 1);
  return val (phi (TYPE_POINTER, p, q));
}

static struct operand constant (void)
{
  fresh ();
  return num (16);
}

static struct operand null (void)
{
  fresh ();
  return num (0);
}

static struct operand address (void)
{
  fresh ();
  return ref (at_local (local ("x", TYPE_LONG, OF_ADDRESSED), 0));
}

static struct operand unknown (void)
{
  return val (CALL1 (TYPE_POINTER, fn ("nobody_knows"), num (8)));
}

static struct operand indirect (void)
{
  return val (CALL1 (TYPE_POINTER, val (1), num (8)));
}

static struct operand reallocated (void)
{
  return val (CALL2 (TYPE_POINTER, fn ("realloc"), val (1), num (8)));
}

static struct operand sometimes_argument (void)
{
  struct operand p = fresh ();
  next_block ();
  next_block ();
  edge (0, 2);
  predecessors (0, 1);
  return val (phi (TYPE_POINTER, p, val (1)));
}

START_TEST (returns_something_else)
{
  static struct operand (*const makers[]) (void)
      = {argument, loaded,   moved,  before,  far_behind, at_two_distances,
         constant, null,     address, unknown, indirect,  sometimes_argument};
  returning ("f", makers[_i]);
  find ();
  ck_assert_uint_eq (clones ("f"), 0);
}
END_TEST

START_TEST (returns_what_it_reallocates)
{
  returning ("f", reallocated);
  find ();
  ck_assert_uint_eq (clones ("f"), 1);
}
END_TEST

START_TEST (returns_nothing)
{
  begin_function ("f", 0, 0);
  fresh ();
  end_function ();
  begin_function ("g", 0, 0);
  fresh ();
  ret (none ());
  end_function ();
  find ();
  ck_assert_uint_eq (clones ("f"), 0);
  ck_assert_uint_eq (clones ("g"), 0);
}
END_TEST

START_TEST (one_bad_return_is_enough)
{
  begin_function ("f", 0, 1);
  struct operand p = fresh ();
  edge (0, 2);
  next_block ();
  ret (p);
  next_block ();
  ret (val (1));
  end_function ();
  find ();
  ck_assert_uint_eq (clones ("f"), 0);
}
END_TEST

/* Wrappers of wrappers */

static void call_of (const char *name, const char *callee)
{
  begin_function (name, 0, 0);
  ret (val (CALL0 (TYPE_POINTER, fn (callee))));
  end_function ();
}

START_TEST (wrapper_of_a_wrapper)
{
  symbol ("inner", SF_FUNCTION | SF_DEFINED);
  call_of ("outer", "inner"); /* before what it calls */
  returning ("inner", fresh);
  returning ("bad", argument);
  call_of ("around_bad", "bad");
  find ();
  ck_assert_uint_eq (clones ("outer"), 1);
  ck_assert_uint_eq (clones ("around_bad"), 0);
}
END_TEST

START_TEST (recursive_ones_are_none)
{
  symbol ("b", SF_FUNCTION | SF_DEFINED);
  symbol ("self", SF_FUNCTION | SF_DEFINED);
  call_of ("a", "b");
  call_of ("b", "a");
  begin_function ("self", 0, 0);
  struct operand p = fresh ();
  edge (0, 2);
  next_block ();
  ret (p);
  next_block ();
  ret (val (CALL0 (TYPE_POINTER, fn ("self"))));
  end_function ();
  find ();
  ck_assert_uint_eq (clones ("a"), 0);
  ck_assert_uint_eq (clones ("b"), 0);
  ck_assert_uint_eq (clones ("self"), 0);
}
END_TEST

/* A chain in which each level calls the one below twice: 1, 2, 4, 8, 16 objects. */
START_TEST (too_many_clones)
{
  static const char *const names[] = {"w1", "w2", "w4", "w8", "w16", "w16_again"};
  returning (names[0], fresh);
  for (int i = 1; i < 6; i++) {
    begin_function (names[i], 0, 0);
    struct operand p = val (CALL0 (TYPE_POINTER, fn (names[i - 1])));
    edge (0, 2);
    next_block ();
    ret (p);
    next_block ();
    ret (val (CALL0 (TYPE_POINTER, fn (names[i - 1]))));
    end_function ();
  }
  find ();
  ck_assert_uint_eq (clones ("w2"), 2);
  ck_assert_uint_eq (clones ("w8"), 8);
  ck_assert_uint_eq (clones ("w16"), 0);
  ck_assert_uint_eq (clones ("w16_again"), 0); /* it calls no wrapper */
}
END_TEST

START_TEST (calls_that_are_returned)
{
  begin_function ("f", 0, 0);
  fresh (); /* kept for itself */
  uint32_t other = last_record ();
  struct operand p = fresh ();
  uint32_t first = last_record ();
  edge (0, 2);
  next_block ();
  ret (p);
  next_block ();
  struct operand q = fresh ();
  uint32_t second = last_record ();
  ret (q);
  end_function ();
  find ();
  const struct wrapper *w = &wrappers[function_named ("f")];
  ck_assert_uint_eq (w->n, 2);
  ck_assert (!wrapper_returns (w, other));
  ck_assert (wrapper_returns (w, first));
  ck_assert (wrapper_returns (w, second));
}
END_TEST

START_TEST (models_that_only_allocate)
{
  bind_built ();
  static const struct {
    const char *name;
    bool allocates;
  } cases[] = {{"malloc", true},   {"calloc", true},  {"strdup", true}, {"realloc", true},
               {"memcpy", false},  {"free", false},   {"posix_memalign", false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    ck_assert_msg (model_is_allocator (models_find (built.models, cases[i].name)) ==
                       cases[i].allocates,
                   "%s", cases[i].name);
  ck_assert (!model_is_allocator (NULL));
  ck_assert_uint_eq (model_reallocates (models_find (built.models, "realloc")), 0);
  ck_assert_uint_eq (model_reallocates (models_find (built.models, "malloc")), UINT32_MAX);
}
END_TEST

Suite *wrappers_suite (void)
{
  Suite *suite = suite_create ("wrappers");
  TCase *c = tcase_create ("wrappers");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, returns_what_it_allocates);
  tcase_add_test (c, returns_what_is_behind_a_header);
  tcase_add_test (c, allocator_after_a_check);
  tcase_add_loop_test (c, returns_something_else, 0, 12);
  tcase_add_test (c, returns_what_it_reallocates);
  tcase_add_test (c, returns_nothing);
  tcase_add_test (c, one_bad_return_is_enough);
  tcase_add_test (c, wrapper_of_a_wrapper);
  tcase_add_test (c, recursive_ones_are_none);
  tcase_add_test (c, too_many_clones);
  tcase_add_test (c, calls_that_are_returned);
  tcase_add_test (c, models_that_only_allocate);
  suite_add_tcase (suite, c);
  return suite;
}
