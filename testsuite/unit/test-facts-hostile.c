/* Tests of the facts reader with what nobody should send it: damaged sections, claims that must not be
   believed, cycles, numbers at the ends of their range, and what takes long if done naively. */

#include "dump.h"
#include "facts-payload.h"
#include "load.h"
#include "spelling.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Sections */

/* Three small units with a type of 1, 2 and 3 bits; DAMAGE is applied to the second. */
static size_t three_units (uint8_t *section, size_t padding, size_t *second)
{
  size_t n = 0;
  for (uint8_t i = 1; i <= 3; i++) {
    size_t size;
    payload_start ();
    put_unit (0, 0, 0, 1, 0, 0, 0, 0, 0);
    BYTES (REC_type | 64, TK_INTEGER, i, 0);
    uint8_t *blob = blob_of (payload, n_payload, &size);
    if (i == 2)
      *second = n;
    memcpy (section + n, blob, size);
    memset (section + n + size, 0, padding);
    n += size + padding;
    free (blob);
  }
  return n;
}

/* The bits of the types of all units, as a number: 123. */
static unsigned read_units (const uint8_t *section, size_t size, unsigned *damaged)
{
  const uint8_t *p = section;
  struct facts_blob blob = {0};
  unsigned all = 0;
  *damaged = 0;
  for (enum facts_result result;
       (result = facts_next_blob (&p, section + size, &blob, &why)) != FACTS_DONE;) {
    struct unit *u = result == FACTS_OK ? facts_read (&blob, "x.o", &payload_arena, &why) : NULL;
    if (u)
      all = all * 10 + (unsigned)u->types[1].r.bits;
    else
      ++*damaged;
  }
  return all;
}

START_TEST (units_around_a_damaged_one)
{
  uint8_t section[1024];
  size_t second, size;
  unsigned damaged;
  for (size_t padding = 0; padding < 20; padding += 7) {
    size = three_units (section, padding, &second);
    ck_assert_uint_eq (read_units (section, size, &damaged), 123);
    ck_assert_uint_eq (damaged, 0);
    for (size_t i = 0; i < FACTS_HEADER_SIZE + n_payload; i++)
      for (int bit = 0; bit < 8; bit++) {
        three_units (section, padding, &second);
        section[second + i] ^= (uint8_t)(1 << bit);
        ck_assert_uint_eq (read_units (section, size, &damaged), 13);
        ck_assert_uint_ge (damaged, 1);
      }
  }
}
END_TEST

START_TEST (sections_without_units)
{
  uint8_t zeros[64] = {0};
  unsigned damaged;
  ck_assert_uint_eq (read_units (zeros, 0, &damaged), 0);
  ck_assert_uint_eq (damaged, 0);
  ck_assert_uint_eq (read_units (zeros, sizeof zeros, &damaged), 0);
  ck_assert_uint_eq (damaged, 1);
  ck_assert_str_eq (why, "only zeros");
  memset (zeros, 'x', sizeof zeros);
  ck_assert_uint_eq (read_units (zeros, sizeof zeros, &damaged), 0);
  ck_assert_uint_eq (damaged, 1);
}
END_TEST

/* Headers that each claim all of the rest: reading must not take the square of their number. */
START_TEST (headers_inside_headers)
{
  enum { N = 200000 };
  uint8_t *section = xcalloc (N, FACTS_HEADER_SIZE);
  unsigned damaged;
  for (size_t i = 0; i < N; i++) {
    uint8_t *p = section + i * FACTS_HEADER_SIZE;
    uint64_t rest = (N - i - 1) * FACTS_HEADER_SIZE;
    memcpy (p, "RCFACTS\n\1\0\0", 12);
    for (int k = 0; k < 8; k++)
      p[16 + k] = (uint8_t)(rest >> 8 * k);
  }
  ck_assert_uint_eq (read_units (section, N * FACTS_HEADER_SIZE, &damaged), 0);
  ck_assert_uint_ge (damaged, 1);
  free (section);
}
END_TEST

static int messages;

static void count_message (void *context, const char *message)
{
  ck_assert_ptr_null (context);
  ck_assert_ptr_nonnull (strstr (message, "lib.a(x.o): facts: "));
  messages++;
}

/* Messages name the object; many of the same are not repeated for ever; the rest is read. */
START_TEST (loading_damage)
{
  enum { N = 1000 };
  uint8_t *section = xcalloc (N + 20, FACTS_HEADER_SIZE);
  size_t second, good = three_units (section, 0, &second);
  for (size_t i = 0; i < N; i++)
    memcpy (section + good + i * FACTS_HEADER_SIZE, "RCFACTS\n", 8);
  struct objfile o = {.name = "lib.a(x.o)", .facts = section,
                      .facts_size = good + N * FACTS_HEADER_SIZE};
  struct objfile damaged = {.name = "y.o", .damaged = true}, none = {.name = "z.o"};
  struct objfile all[] = {o, damaged, none};
  struct objfiles files = {.v = all, .n = 3};
  struct units units;
  messages = 0;
  units_load (&units, &files, count_message, NULL);
  ck_assert_uint_eq (units.n, 3);
  ck_assert_uint_eq (units.damaged, N + 1);
  ck_assert_uint_eq (units.without_facts, 1);
  ck_assert_int_eq (messages, 9);
  ck_assert_str_eq (units.v[0]->object, "lib.a(x.o)");
  units_free (&units);
  free (section);
}
END_TEST

/* Claims that must not be believed */

START_TEST (counts_beyond_the_unit)
{
  static const uint64_t counts[] = {1, 1000, UINT32_MAX, UINT64_C (1) << 32, UINT64_MAX};
  for (int kind = REC_string; kind <= REC_function + 1; kind++)
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
      if (kind <= REC_function && !facts_records[kind].name)
        continue;
      payload_start ();
      open_record (REC_unit);
      BYTES (0, 0, 0, 0, 64, 0, 17);
      for (int k = 0; k < 17; k++)
        put_u (k == kind ? counts[i] : 0);
      put_u (kind > REC_function ? counts[i] : 0);
      close_record ();
      ck_assert_ptr_null (read_payload ());
      use_payload ();
    }
}
END_TEST

/* All tables as long as a megabyte of nothing could be said to hold. */
START_TEST (large_counts_take_little_memory)
{
  put_u (REC_unit);
  put_u (9 + 17 * 3);
  BYTES (0, 0, 0, 0, 64, 0, 17);
  for (int i = 0; i < 17; i++)
    BYTES (0xff, 0xff, 0x01); /* 32767 each */
  BYTES (0, 0);
  memset (payload + n_payload, 63, 800000);
  n_payload += 800000;
  use_payload ();
  n_payload -= 200000; /* and a little more than can be */
  use_payload ();
}
END_TEST

START_TEST (lists_inside_lists_take_little_memory)
{
  put_function_head (1, 0, 1);
  for (unsigned i = 0; i < 8; i++) {
    BYTES (REC_lifetime | 64, 0);
    put_u ((uint64_t)(150000 - 10 * i) << 5);
    put_u (1 << 2 | 3);
    n_payload -= i ? 1 : 0;
  }
  memset (payload + n_payload, 0, 500000);
  n_payload += 500000;
  use_payload ();
}
END_TEST

START_TEST (function_with_too_many_blocks)
{
  put_unit (1, 0, 0, 0, 0, 1, 0, 1, 0);
  RECORD_OF (REC_string, 'f');
  BYTES (REC_symbol | 64, 1, 0, 0);
  put_u (REC_function | 64);
  BYTES (1, 0);
  put_u (UINT32_MAX);
  put_u (0);
  MUST_REFUSE ("function without a name or without blocks");
}
END_TEST

START_TEST (records_out_of_place)
{
  static const struct {
    uint8_t bytes[8], n;
    const char *reason;
  } cases[] = {
    {{REC_case | 64, 0, 0, 0}, 4, "case of an edge that is not there"},
    {{REC_asm_operand, 0}, 2, "operand without its asm"},
    {{REC_values, 0}, 2, "values out of place"},
    {{REC_block | 64, 0}, 2, "more blocks than the function has"},
    {{REC_block | 64, 1, 16}, 3, "edge to a block that is not there"},
    {{REC_unit, 0}, 2, "a second unit"},
    {{REC_string, 1, 'x'}, 3, "more records than the unit has"},
    {{REC_op | 64, 0, 99, 0, 0}, 5, "no such name"},
    {{REC_op | 64, 0, 0, 5 << 2, 0}, 5, "no such operand"},
    {{REC_call, 7, 0, 0, 0, 0, 0, 99}, 8, "no such string"},
    {{REC_local | 64, 0, 99, 0, 0, 0}, 6, "no such type"},
    {{REC_local | 64, 0, 0, 0, 99, 0}, 6, "no such value"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    payload_start ();
    put_function_head (1, 0, 3);
    must_read ();
    memcpy (payload + n_payload, cases[i].bytes, cases[i].n);
    n_payload += cases[i].n;
    if (cases[i].bytes[0] == REC_call)
      payload[n_payload++] = 0;
    MUST_REFUSE (cases[i].reason);
  }
  payload_start ();
  put_unit (0, 0, 0, 0, 0, 0, 0, 0, 0);
  BYTES (REC_block | 64, 0);
  MUST_REFUSE ("instruction outside a function");
  payload_start ();
  put_unit (0, 0, 0, 0, 1, 0, 0, 0, 0);
  BYTES (REC_field | 64, 0, 0, 0);
  MUST_REFUSE ("field without a type");
  payload_start ();
  put_unit (0, 0, 1, 0, 0, 0, 0, 0, 0);
  MUST_REFUSE ("tables longer than the unit");
  payload_start ();
  RECORD_OF (REC_string, 'x');
  MUST_REFUSE ("no unit at the start");
  payload_start ();
  MUST_REFUSE ("no unit at the start");
}
END_TEST

/* Cycles */

static char *type_text (const struct unit *u, uint32_t type)
{
  struct text t = {0};
  spell_type (u, type, &t);
  ck_assert_uint_lt (t.n, 4000);
  return t.v;
}

/* Types that contain themselves in all ways in which C cannot. */
START_TEST (types_made_of_themselves)
{
  enum { N = 6 };
  put_unit (0, 0, 0, N, 2, 0, 1, 0, 0);
  BYTES (REC_type | 64, TK_POINTER, 64, 1);
  BYTES (REC_type | 64, TK_ARRAY, 0, 2);
  RECORD_OF (REC_type, TK_FUNCTION, 0, 3, 0, 0, 0, 4, 3, 3, 3, 3);
  BYTES (REC_type | 64, TK_STRUCT, 64, 0);
  BYTES (REC_field | 64, 0, 0, 4);
  BYTES (REC_type | 64, TK_UNION, 0, 0);
  BYTES (REC_field | 64, 0, 0, 2);
  BYTES (REC_type | 64, TK_POINTER, 64, 3);
  RECORD_OF (REC_object, 0, 4);
  struct unit *u = must_read ();
  for (uint32_t i = 1; i <= N; i++)
    free (type_text (u, i));
  use_payload ();
}
END_TEST

/* A function type with a hundred parameters, each of which is one, and so on. */
START_TEST (types_that_grow_without_end)
{
  enum { N = 100 };
  put_unit (0, 0, 0, N, 0, 0, 0, 0, 0);
  for (uint8_t i = 1; i <= N; i++) {
    open_record (REC_type);
    BYTES (TK_FUNCTION, 0, i < N ? i + 1 : 0, 0, 0, 0, N);
    for (uint8_t k = 0; k < N; k++)
      put_u (i < N ? i + 1u : 0u);
    close_record ();
  }
  free (type_text (must_read (), 1));
  use_payload ();
}
END_TEST

/* Paths, definitions and copies that lead back to themselves. */
START_TEST (spelling_in_circles)
{
  put_function_head (1, 0, 4);
  BYTES (REC_op | 64 | 128, OP_POINTER_ADD, 1, 1);           /* %2 = %2 + %2 */
  BYTES (REC_load | 64 | 128, 1, 0, 0);                      /* %3 = *%3 */
  RECORD_OF (REC_local, 0, 1, 0x80, 2);                      /* local 2, artificial */
  BYTES (REC_copy | 64, 5 << 2 | 2, 0, 5 << 2 | 2, 0, 0, 0); /* local 2 = local 2 */
  BYTES (REC_store | 64, 5 << 2 | 2, 0, 1, 0, 0);            /* local 2 = %4 */
  BYTES (REC_load | 64 | 128, 5 << 2 | 2, 0, 0);             /* %4 = local 2 */
  BYTES (REC_load | 64 | 128, 1, 1 << 2 | 2, 1, 0, 0);       /* %5 = %5->f */
  struct unit *u = must_read ();
  ck_assert_ptr_eq (u->functions[0].local_makers[2], u->functions[0].records[2]);
  use_payload ();
}
END_TEST

/* A struct that holds itself, and a path that walks through it ten thousand times. */
START_TEST (long_paths)
{
  enum { STEPS = 10000, LOADS = 20 };
  put_unit (1, 0, 0, 1, 1, 1, 1, 1, 0);
  RECORD_OF (REC_string, 'f');
  BYTES (REC_type | 64, TK_STRUCT, 32, 0);
  BYTES (REC_field | 64, 0, 0, 1);
  BYTES (REC_symbol | 64, 1, 0, 0);
  RECORD_OF (REC_object, 0, 1);
  BYTES (REC_function | 64, 1, 0, 1, 0, REC_block | 64, 0);
  for (int i = 0; i < LOADS; i++) {
    BYTES (REC_load | 64, 0, 2 << 2 | 2, 7 << 2);
    put_u (STEPS);
    memset (payload + n_payload, 0, STEPS);
    n_payload += STEPS;
    put_u (1);
  }
  struct unit *u = must_read ();
  const struct rec_load *l = (const struct rec_load *)record_of (u, 0);
  ck_assert_uint_eq (l->addr.n_steps, STEPS);
  struct text t = {0};
  spell_memory (u, &u->functions[0], &l->addr, 8, &t);
  ck_assert_uint_lt (t.n, 4000);
  text_free (&t);
  use_payload ();
}
END_TEST

/* Offsets at the ends of the number range: no arithmetic on them may be undefined. */
START_TEST (extreme_offsets)
{
  static const int64_t extremes[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1, 1, 0};
  enum { N = sizeof extremes / sizeof extremes[0] };
  for (int i = 0; i < N * N; i++) {
    payload_start ();
    put_unit (1, 0, 0, 4, 2, 1, 1, 1, 0);
    RECORD_OF (REC_string, 'f');
    BYTES (REC_type | 64, TK_STRUCT);
    put_u ((uint64_t)extremes[i / N]);
    put_u (0);
    put_u (REC_field | 64);
    put_s (extremes[i % N]);
    BYTES (1, 2);
    put_u (REC_field | 64);
    put_s (extremes[i / N]);
    BYTES (1, 3);
    BYTES (REC_type | 64, TK_INTEGER, 8, 0);
    BYTES (REC_type | 64, TK_ARRAY);
    put_u ((uint64_t)extremes[i % N]);
    put_u (2);
    BYTES (REC_type | 64, TK_POINTER, 64, 1);
    BYTES (REC_symbol | 64, 1, 0, 0);
    RECORD_OF (REC_object, 1, 1);
    BYTES (REC_function | 64, 1, 0, 1, 0);
    BYTES (REC_local | 64, 1, 4, 0, 1, 0);
    RECORD_OF (REC_values, 0, 0, 0, 1, 0);
    BYTES (REC_block | 64, 0);
    for (int k = 0; k < 8; k++) {
      put_u (REC_clear | 64);
      put_u (k & 1 ? 2 << 2 | 1 : 2 << 2 | 2); /* through the parameter, or the object */
      put_u (k & 2 ? 1 << 2 | 1 : 2 << 2 | 1);
      put_s (extremes[(i + k) % N]);
      BYTES (1 << 2);
      if (!(k & 2)) {
        put_u (((uint64_t)1 << 61) | 1);
      }
      put_u (k & 4 ? 8 : (uint64_t)extremes[i % N]);
      BYTES (1);
    }
    must_read ();
    use_payload ();
  }
}
END_TEST

/* Time */

/* A hundred thousand calls that return structs, and accesses to what they return. */
START_TEST (many_temporaries)
{
  enum { N = 100000 };
  struct facts_writer *w = facts_writer_new ();
  struct rec_type type = {.r = {REC_type, 0, 0}, .kind = TK_INTEGER, .bits = 32};
  struct rec_symbol symbol = {.r = {REC_symbol, 0, 0}, .name = facts_string (w, "make")};
  struct rec_function function = {.r = {REC_function, 0, 0}, .blocks = 1};
  struct rec_values values = {.r = {REC_values, 0, 0}};
  struct rec_block block = {.r = {REC_block, 0, 0}};
  struct rec_unit unit = {.r = {REC_unit, 0, 0}};
  struct address callee = {.base_kind = BASE_SYMBOL, .base = 1};
  uint32_t int_type = facts_put (w, &type.r);
  function.symbol = facts_put (w, &symbol.r);
  facts_put (w, &function.r);
  facts_put (w, &values.r);
  facts_put (w, &block.r);
  for (uint32_t i = 1; i <= N; i++) {
    struct address result = {.base_kind = BASE_LOCAL, .base = i};
    struct rec_local local
        = {.r = {REC_local, 0, 0}, .type = int_type, .flags = OF_ARTIFICIAL};
    struct rec_call call = {.r = {REC_call, 0, 0},
                            .callee = {.kind = OPND_ADDRESS, .u.addr = &callee},
                            .result = {.kind = OPND_CONTENTS, .u.addr = &result}};
    struct rec_load load = {.r = {REC_load, 0, 0}, .addr = result, .bits = 32};
    facts_put (w, &local.r);
    facts_put (w, &call.r);
    facts_put (w, &load.r);
  }
  facts_count (w, &unit);
  facts_put (w, &unit.r);
  size_t size;
  uint8_t *blob = facts_finish (w, &size);
  facts_writer_free (w);
  ck_assert_uint_eq (use_section (blob, size), 1);
  struct unit *u = read_section (blob, size, &payload_arena, &why);
  struct text t = {0};
  const struct rec_load *last = (const struct rec_load *)record_of (u, 2 * N - 1);
  spell_memory (u, &u->functions[0], &last->addr, 32, &t);
  ck_assert_str_eq (t.v, "make ()");
  text_free (&t);
  free (blob);
}
END_TEST

/* One name as long as a section may be, used by thousands of records. */
START_TEST (long_names)
{
  enum { LENGTH = 200000, N = 5000 };
  put_unit (1, 0, 0, 100, 0, 0, 0, 0, 0);
  put_u (REC_string);
  put_u (LENGTH);
  memset (payload + n_payload, 'x', LENGTH);
  n_payload += LENGTH;
  for (int i = 0; i < 100; i++)
    RECORD_OF (REC_type, TK_STRUCT, 0, 0, 0, 1);
  struct unit *u = must_read ();
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  dump_facts (u, out);
  fclose (out);
  ck_assert_uint_lt (size, 100 * 10000);
  free (text);
}
END_TEST

void add_hostile_facts_tests (Suite *suite)
{
  const TTest *const sections[] = {units_around_a_damaged_one, sections_without_units,
                                   headers_inside_headers, loading_damage, NULL};
  const TTest *const claims[] = {counts_beyond_the_unit,
                                 large_counts_take_little_memory,
                                 lists_inside_lists_take_little_memory,
                                 function_with_too_many_blocks,
                                 records_out_of_place,
                                 NULL};
  const TTest *const cycles[] = {types_made_of_themselves, types_that_grow_without_end,
                                 spelling_in_circles, long_paths, extreme_offsets, NULL};
  const TTest *const time[] = {many_temporaries, long_names, NULL};
  add_facts_case (suite, "sections", sections);
  add_facts_case (suite, "claims", claims);
  add_facts_case (suite, "cycles", cycles);
  add_facts_case (suite, "time", time);
}
