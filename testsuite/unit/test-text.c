/* Tests of arenas, of growing text, and of the spelling of types and memory in units made by the
   writer. */

#include "arena.h"
#include "spelling.h"
#include "text.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *text_suite (void);

/* Arenas */

static bool all_are (const char *p, size_t n, char c)
{
  while (n > 0 && *p == c)
    n--, p++;
  return n == 0;
}

START_TEST (pieces_are_apart_aligned_and_zero)
{
  enum { N = 2000 };
  struct arena a = {0};
  char *pieces[N];
  for (size_t i = 0; i < N; i++) {
    size_t size = i * 7 % 300;
    pieces[i] = arena_alloc (&a, size);
    ck_assert_ptr_nonnull (pieces[i]);
    ck_assert_uint_eq ((uintptr_t)pieces[i] % 16, 0);
    ck_assert (all_are (pieces[i], size, 0));
    if (size)
      memset (pieces[i], (int)(i % 100) + 1, size);
  }
  for (size_t i = 0; i < N; i++)
    ck_assert (all_are (pieces[i], i * 7 % 300, (char)(i % 100 + 1)));
  arena_free (&a);
  ck_assert_uint_eq (a.bytes, 0);
}
END_TEST

/* A large piece gets memory of its own, and the rest of the chunk before it is still used. */
START_TEST (large_pieces)
{
  struct arena a = {0};
  char *small = arena_alloc (&a, 16), *large = arena_alloc (&a, 3 << 20);
  size_t bytes = a.bytes;
  memset (large, 1, 3 << 20);
  char *next = arena_alloc (&a, 16);
  ck_assert_uint_eq (a.bytes, bytes);
  ck_assert_uint_lt ((size_t)(next - small), 4096);
  arena_free (&a);
  large = arena_alloc (&a, 5 << 20); /* also as the first one */
  large[(5 << 20) - 1] = 1;
  arena_free (&a);
}
END_TEST

START_TEST (little_is_wasted)
{
  struct arena a = {0};
  for (int i = 0; i < 100000; i++)
    arena_alloc (&a, 16);
  ck_assert_uint_lt (a.bytes, 5 * 100000 * 16); /* with the gaps of a build with sanitizers */
  arena_free (&a);
}
END_TEST

START_TEST (nothing_is_something)
{
  struct arena a = {0};
  ck_assert_ptr_nonnull (arena_alloc (&a, 0));
  ck_assert_ptr_nonnull (ARENA_ARRAY (&a, 0, uint64_t));
  ck_assert_uint_eq (a.bytes, 0);
}
END_TEST

START_TEST (copies_of_strings)
{
  struct arena a = {0};
  ck_assert_str_eq (arena_strdup (&a, "abc"), "abc");
  ck_assert_str_eq (arena_strdup (&a, ""), "");
  ck_assert_str_eq (arena_memdup0 (&a, "abcdef", 3), "abc");
  ck_assert_str_eq (arena_memdup0 (&a, NULL, 0), "");
  ck_assert_str_eq (arena_printf (&a, "%d%s", 12, "x"), "12x");
  arena_free (&a);
}
END_TEST

/* More than a machine has ends the program, and does not wrap around. */
START_TEST (too_much)
{
  struct arena a = {0};
  arena_array (&a, SIZE_MAX / 8, 16);
}
END_TEST

/* Text */

START_TEST (text_grows)
{
  struct text t = {0};
  char expected[2000] = "";
  ck_assert_str_eq (text_of (&t), "");
  for (int i = 0; i < 300; i++) {
    text_printf (&t, "%d,", i);
    sprintf (expected + strlen (expected), "%d,", i);
  }
  ck_assert_str_eq (t.v, expected);
  ck_assert_uint_eq (t.n, strlen (expected));
  text_clear (&t);
  ck_assert_str_eq (text_of (&t), "");
  text_add (&t, "");
  text_add_n (&t, NULL, 0);
  text_add_n (&t, "abcdef", 2);
  text_printf (&t, "%3000s", "x");
  ck_assert_uint_eq (t.n, 3002);
  ck_assert_uint_eq (strlen (t.v), 3002);
  text_free (&t);
  ck_assert_ptr_null (t.v);
}
END_TEST

START_TEST (text_for_terminals)
{
  struct text t = {0};
  text_printable (&t);
  text_add (&t, "a\033[2J\n\t\177 \303\244");
  text_printable (&t);
  ck_assert_str_eq (t.v, "a?[2J??? \303\244");
  text_free (&t);
}
END_TEST

/* Spelling */

static struct facts_writer *writer;
static struct arena arena;
static uint8_t *blob;

static void open_writer (void)
{
  writer = facts_writer_new ();
}

static void close_writer (void)
{
  facts_writer_free (writer);
  arena_free (&arena);
  free (blob);
  blob = NULL;
}

static struct unit *finish_unit (void)
{
  struct rec_unit u = {.r = {REC_unit, 0, 0}};
  facts_count (writer, &u);
  facts_put (writer, &u.r);
  size_t size;
  const char *why = NULL;
  blob = facts_finish (writer, &size);
  const uint8_t *p = blob;
  struct facts_blob b = {0};
  ck_assert_int_eq (facts_next_blob (&p, blob + size, &b, &why), FACTS_OK);
  struct unit *unit = facts_read (&b, "test.o", &arena, &why);
  if (!unit)
    ck_abort_msg ("%s", why);
  return unit;
}

static uint32_t put_type (uint32_t kind, uint32_t target, uint64_t bits, uint32_t flags,
                          const char *name, uint64_t bound)
{
  struct rec_type t = {.r = {REC_type, 0, 0}, .kind = kind, .target = target, .bits = bits,
                       .flags = flags, .name = facts_string (writer, name), .bound = bound};
  return facts_put (writer, &t.r);
}

static uint32_t put_function_type (uint32_t result, uint32_t flags, uint32_t n, uint32_t *params)
{
  struct rec_type t = {.r = {REC_type, 0, 0}, .kind = TK_FUNCTION, .target = result,
                       .flags = flags, .params = {n, params}};
  return facts_put (writer, &t.r);
}

START_TEST (types)
{
  uint32_t int_type = put_type (TK_INTEGER, 0, 32, 0, NULL, 0);
  uint32_t chars = put_type (TK_INTEGER, 0, 8, TF_CONST, "char", 0);
  uint32_t conn = put_type (TK_STRUCT, 0, 64, 0, "conn", 0);
  uint32_t typedefed = put_type (TK_STRUCT, 0, 64, TF_TYPEDEF, "conn_t", 0);
  uint32_t anonymous = put_type (TK_UNION, 0, 64, 0, NULL, 0);
  uint32_t to_conn = put_type (TK_POINTER, conn, 64, 0, NULL, 0);
  uint32_t to_void = put_type (TK_POINTER, 0, 64, TF_CONST, NULL, 0);
  uint32_t row = put_type (TK_ARRAY, int_type, 128, 0, NULL, 4);
  uint32_t table = put_type (TK_ARRAY, row, 0, 0, NULL, 0);
  uint32_t function = put_function_type (int_type, TF_VARARGS, 2, (uint32_t[]){to_conn, chars});
  uint32_t nothing = put_function_type (0, 0, 0, NULL);
  uint32_t to_function = put_type (TK_POINTER, function, 64, 0, NULL, 0);
  uint32_t handlers = put_type (TK_ARRAY, put_type (TK_POINTER, nothing, 64, 0, NULL, 0), 0, 0,
                                NULL, 3);
  const struct {
    uint32_t type;
    const char *text;
  } cases[] = {{0, "void"},
               {int_type, "int"},
               {chars, "const char"},
               {conn, "struct conn"},
               {typedefed, "conn_t"},
               {anonymous, "union {...}"},
               {to_conn, "struct conn *"},
               {to_void, "void *const"},
               {row, "int[4]"},
               {table, "int[][4]"},
               {function, "int(struct conn *, const char, ...)"},
               {to_function, "int (*)(struct conn *, const char, ...)"},
               {nothing, "void(void)"}};
  struct unit *u = finish_unit ();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct text t = {0};
    spell_type (u, cases[i].type, &t);
    ck_assert_str_eq (text_of (&t), cases[i].text);
    text_free (&t);
  }
  struct text t = {0};
  spell_type (u, handlers, &t);
  ck_assert_ptr_nonnull (strstr (t.v, "[3]"));
  text_free (&t);
}
END_TEST

/* struct node { struct node *next; int v[4]; } *p; with values %1 = p, %2 = p->next, %3 = &p->v[2]. */
START_TEST (memory)
{
  uint32_t node = put_type (TK_STRUCT, 0, 192, 0, "node", 0);
  struct rec_field next = {.r = {REC_field, 0, 0}, .name = facts_string (writer, "next"),
                           .type = node + 1};
  struct rec_field values = {.r = {REC_field, 0, 0}, .bitoff = 64,
                             .name = facts_string (writer, "v"), .type = node + 3};
  facts_put (writer, &next.r);
  facts_put (writer, &values.r);
  uint32_t to_node = put_type (TK_POINTER, node, 64, 0, NULL, 0);
  uint32_t int_type = put_type (TK_INTEGER, 0, 32, 0, NULL, 0);
  put_type (TK_ARRAY, int_type, 128, 0, NULL, 4);
  struct rec_symbol symbol = {.r = {REC_symbol, 0, 0}, .name = facts_string (writer, "f")};
  struct rec_function function = {.r = {REC_function, 0, 0}, .blocks = 1,
                                  .symbol = facts_put (writer, &symbol.r)};
  struct rec_local p = {.r = {REC_local, 0, 0}, .name = facts_string (writer, "p"),
                        .type = to_node, .value = 1};
  struct rec_values codes = {.r = {REC_values, 0, 0}, .types = {2, (uint32_t[]){to_node, int_type}},
                             .codes = {3, (uint32_t[]){0, 1, 2}}};
  struct rec_block block = {.r = {REC_block, 0, 0}};
  struct step first = {STEP_FIELD, 0}, second[] = {{STEP_FIELD, 1}, {STEP_CONSTANT, 2}};
  struct rec_load load_next = {.r = {REC_load, 2, 0},
                               .addr = {.base_kind = BASE_VALUE, .base = 1, .n_steps = 1,
                                        .steps = &first}};
  struct rec_load load_value = {.r = {REC_load, 3, 0},
                                .addr = {.base_kind = BASE_VALUE, .base = 2, .n_steps = 2,
                                         .steps = second, .bitoff = 128, .path_bits = 128}};
  struct rec_clear at_offset = {.r = {REC_clear, 0, 0}, .bits = 32,
                                .addr = {.base_kind = BASE_VALUE, .base = 1, .bitoff = 96}};
  facts_put (writer, &function.r);
  facts_put (writer, &p.r);
  facts_put (writer, &codes.r);
  facts_put (writer, &block.r);
  facts_put (writer, &load_next.r);
  facts_put (writer, &load_value.r);
  facts_put (writer, &at_offset.r);
  struct unit *u = finish_unit ();
  const struct function *f = &u->functions[0];
  struct text t = {0};
  spell_memory (u, f, &((struct rec_load *)f->records[0])->addr, 64, &t);
  ck_assert_str_eq (t.v, "p->next");
  text_clear (&t);
  spell_memory (u, f, &((struct rec_load *)f->records[1])->addr, 32, &t);
  ck_assert_str_eq (t.v, "p->next->v[2]");
  /* The limits of a spelling count from where it starts. */
  text_clear (&t);
  text_printf (&t, "%1000s", "");
  spell_memory (u, f, &((struct rec_load *)f->records[1])->addr, 32, &t);
  ck_assert_str_eq (t.v + 1000, "p->next->v[2]");
  text_free (&t);
}
END_TEST

Suite *text_suite (void)
{
  Suite *suite = suite_create ("text");
  TCase *arenas = tcase_create ("arenas"), *texts = tcase_create ("texts");
  TCase *spelling = tcase_create ("spelling");
  tcase_add_test (arenas, pieces_are_apart_aligned_and_zero);
  tcase_add_test (arenas, large_pieces);
  tcase_add_test (arenas, little_is_wasted);
  tcase_add_test (arenas, nothing_is_something);
  tcase_add_test (arenas, copies_of_strings);
  tcase_add_exit_test (arenas, too_much, 1);
  tcase_add_test (texts, text_grows);
  tcase_add_test (texts, text_for_terminals);
  tcase_add_checked_fixture (spelling, open_writer, close_writer);
  tcase_add_test (spelling, types);
  tcase_add_test (spelling, memory);
  suite_add_tcase (suite, arenas);
  suite_add_tcase (suite, texts);
  suite_add_tcase (suite, spelling);
  return suite;
}
