/* Tests of the facts format against its description in facts.def: bytes written by hand must mean what
   it says, and the writer must write those bytes; what older and newer writers could send.  Damage is
   in test-facts-hostile.c, random units are in test-facts-random.c. */

#include "facts-payload.h"

#include <check.h>
#include <stdlib.h>

Suite *facts_suite (void);

/* The format as it is described */

START_TEST (numbers)
{
  static const struct {
    uint64_t value;
    const char *bytes;
    size_t n;
  } cases[] = {{0, "\0", 1},
               {1, "\1", 1},
               {127, "\x7f", 1},
               {128, "\x80\1", 2},
               {16383, "\xff\x7f", 2},
               {16384, "\x80\x80\1", 3},
               {UINT64_C (1) << 63, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\1", 10},
               {UINT64_MAX, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 10}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    payload_start ();
    put_unit (0, 0, 0, 1, 0, 0, 0, 0, 0);
    put_u (REC_type);
    put_u (2 + cases[i].n);
    put_u (TK_INTEGER);
    memcpy (payload + n_payload, cases[i].bytes, cases[i].n);
    n_payload += cases[i].n;
    put_u (0);
    ck_assert_uint_eq (must_read ()->types[1].r.bits, cases[i].value);
  }
}
END_TEST

START_TEST (numbers_too_large_or_cut_off)
{
  put_unit (0, 0, 0, 1, 0, 0, 0, 0, 0);
  size_t before = n_payload;
  RECORD_OF (REC_type, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2);
  MUST_REFUSE ("number too large");
  n_payload = before;
  RECORD_OF (REC_type, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0);
  MUST_REFUSE ("number too large");
  n_payload = before;
  RECORD_OF (REC_type, 1, 0x80);
  MUST_REFUSE ("field cut off");
}
END_TEST

START_TEST (signed_numbers_and_deltas)
{
  static const int64_t values[] = {0, -1, 1, -64, 64, INT64_MAX, INT64_MIN, 5};
  enum { N = sizeof values / sizeof values[0] };
  put_unit (0, 0, 0, 1, N, 0, 0, 0, 0);
  BYTES (REC_type | 64, TK_STRUCT, 0, 0);
  for (int i = 0; i < N; i++) {
    put_u (REC_field | 64);
    put_s ((int64_t)((uint64_t)values[i] - (uint64_t)(i ? values[i - 1] : 0)));
    BYTES (0, 1);
  }
  struct unit *u = must_read ();
  ck_assert_uint_eq (u->types[1].n_fields, N);
  for (int i = 0; i < N; i++)
    ck_assert_int_eq (u->types[1].fields[i].bitoff, values[i]);
}
END_TEST

START_TEST (deltas_of_fields_start_anew)
{
  put_unit (0, 0, 0, 2, 2, 0, 0, 0, 0);
  for (int i = 0; i < 2; i++) {
    BYTES (REC_type | 64, TK_STRUCT, 0, 0);
    BYTES (REC_field | 64, 14, 0, 1);
  }
  struct unit *u = must_read ();
  ck_assert_int_eq (u->types[1].fields[0].bitoff, 7);
  ck_assert_int_eq (u->types[2].fields[0].bitoff, 7);
}
END_TEST

START_TEST (definitions)
{
  put_function_head (1, 0, 6);
  BYTES (REC_op | 64 | 128, OP_COPY, 0, 0);           /* the next one after the parameter: 2 */
  BYTES (REC_op | 64, 1 + 2 * 2, OP_COPY, 0, 0);      /* 3 + 2 */
  BYTES (REC_op | 64, 0, OP_COPY, 0, 0);              /* none */
  BYTES (REC_op | 64, 1 + 2 * 2 - 1, OP_COPY, 0, 0);  /* 6 - 2 */
  BYTES (REC_op | 128, 4, OP_COPY, 2, 2, 2);          /* 5 again */
  MUST_REFUSE ("value defined twice");
  n_payload -= 6;
  BYTES (REC_op | 64, 1 + 2 * 1, OP_COPY, 0, 0); /* 5 + 1 */
  struct unit *u = must_read ();
  static const uint32_t expected[] = {2, 5, 0, 4, 6};
  for (uint32_t i = 0; i < 5; i++) {
    ck_assert_uint_eq (record_of (u, i)->dst, expected[i]);
    if (expected[i])
      ck_assert_uint_eq (u->functions[0].value_defs[expected[i]], i);
  }
  ck_assert_uint_eq (u->functions[0].value_defs[1], UINT32_MAX);
  BYTES (REC_op | 64 | 128, OP_COPY, 0, 0);
  must_read (); /* 7 is the last */
  BYTES (REC_op | 64 | 128, OP_COPY, 0, 0);
  MUST_REFUSE ("no such value");
}
END_TEST

/* Operands of an op: integers in both forms, values, what is neither. */
START_TEST (operands)
{
  put_function_head (1, 0, 2);
  open_record (REC_op | 128);
  BYTES (OP_ADD, 1 << 2 | 2); /* -1 */
  put_u (OO_WIDE << 2);
  put_s (INT64_MIN);
  put_u (2 << 2 | 1);
  close_record ();
  struct unit *u = must_read ();
  const struct rec_op *op = (const struct rec_op *)record_of (u, 0);
  ck_assert_uint_eq (op->r.dst, 2);
  ck_assert_uint_eq (op->a.kind, OPND_INT);
  ck_assert_int_eq (op->a.u.number, -1);
  ck_assert_uint_eq (op->b.kind, OPND_INT);
  ck_assert_int_eq (op->b.u.number, INT64_MIN);
  ck_assert_uint_eq (op->c.kind, OPND_VALUE);
  ck_assert_uint_eq (op->c.value, 1); /* 2 - 1, from before its own definition */
}
END_TEST

/* p->y[2] with offset 3 bits and an index, written in full. */
START_TEST (addresses)
{
  put_function_head (1, 0, 1);
  size_t before = n_payload;
  BYTES (REC_load | 64 | 128);
  BYTES (2 << 2 | 1);               /* value 2 - 1 */
  BYTES (1 << 5 | 2 << 2 | 2 | 1);  /* one index, 2 steps, root, offset */
  BYTES (6, 1);                     /* 3 bits, type 1 */
  BYTES (1 << 2, (2 * 2) << 2 | 1); /* field 1, [2] */
  BYTES (4 << 2 | 2, 4, 7, 1);      /* 2 * 4 bytes, of 7 elements; no place */
  struct unit *u = must_read ();
  const struct rec_load *l = (const struct rec_load *)record_of (u, 0);
  ck_assert_uint_eq (l->addr.base_kind, BASE_VALUE);
  ck_assert_uint_eq (l->addr.base, 1);
  ck_assert_uint_eq (l->addr.root, 1);
  ck_assert_uint_eq (l->addr.n_steps, 2);
  ck_assert_int_eq (l->addr.steps[1].n, 2);
  ck_assert_int_eq (l->addr.path_bits, 32 + 2 * 32);
  ck_assert_int_eq (l->addr.bitoff, 3 + 32 + 2 * 32);
  ck_assert_uint_eq (l->addr.n_indices, 1);
  ck_assert_int_eq (l->addr.indices[0].index.u.number, 2);
  ck_assert_uint_eq (l->addr.indices[0].stride, 4);
  ck_assert_uint_eq (l->addr.indices[0].bound, 7);
  ck_assert_uint_eq (l->r.loc, 0);
  n_payload = before;
  BYTES (REC_lifetime | 64, 2 << 2 | 1, 3 << 2, 1 << 2, 1, 1);
  MUST_REFUSE ("path that leads nowhere"); /* the element of an int */
  n_payload = before;
  BYTES (REC_lifetime | 64, 2 << 2 | 1, 1 << 2, 2 << 2);
  MUST_REFUSE ("path that leads nowhere"); /* the third of two fields */
  n_payload = before;
  BYTES (REC_lifetime | 64, 2 << 2 | 1, 1 << 2, 3);
  MUST_REFUSE ("path that leads nowhere"); /* no such step */
  n_payload = before;
  BYTES (REC_lifetime | 64, 2 << 2 | 1, 2 << 2, 1 << 2, 3);
  MUST_REFUSE ("path that leads nowhere"); /* nor in an array */
}
END_TEST

/* The root that is not written is what the base says. */
START_TEST (roots_of_bases)
{
  put_function_head (1, 0, 1);
  BYTES (REC_clear | 64, 0, 0, 0, 1);                 /* none */
  BYTES (REC_clear | 64, 1 << 2 | 1, 0, 0, 0);        /* value 2 - -1: no such one */
  MUST_REFUSE ("no such value");
  payload[n_payload - 4] = 2 << 2 | 1;                /* value 1 */
  BYTES (REC_clear | 64, (2 * 1) << 2 | 2, 0, 0, 0);  /* object 1 */
  BYTES (REC_clear | 64, (2 * 1 + 1) << 2 | 2, 0, 0, 0); /* local 1 */
  BYTES (REC_clear | 64, 1 << 2 | 3, 0, 0, 0);        /* symbol 1 */
  struct unit *u = must_read ();
  static const uint32_t roots[] = {0, 1, 1, 4, 0};
  static const uint8_t bases[] = {BASE_NONE, BASE_VALUE, BASE_OBJECT, BASE_LOCAL, BASE_SYMBOL};
  for (uint32_t i = 0; i < 5; i++) {
    const struct rec_clear *c = (const struct rec_clear *)record_of (u, i);
    ck_assert_uint_eq (c->addr.base_kind, bases[i]);
    ck_assert_uint_eq (c->addr.root, roots[i]);
  }
  BYTES (REC_clear | 64, (2 * 2 + 1) << 2 | 2, 0, 0, 0);
  MUST_REFUSE ("address of something that is not there");
}
END_TEST

/* Nine addresses inside each other, and eight. */
START_TEST (addresses_nested_deeply)
{
  for (unsigned deep = 8; deep <= 9; deep++) {
    payload_start ();
    put_function_head (1, 0, 1);
    BYTES (REC_lifetime | 64);
    for (unsigned i = 1; i < deep; i++)
      BYTES (0, 1 << 5, 1 << 2 | 3); /* no base, an index, which is the contents of */
    BYTES (0, 0);
    for (unsigned i = 1; i < deep; i++)
      BYTES (1, 0);
    if (deep == 8)
      must_read ();
    else
      MUST_REFUSE ("nested too deeply");
  }
}
END_TEST

/* All codes of places: new with and without range, in a macro and another file, earlier, same, none. */
START_TEST (places)
{
  put_function_head (1, 4, 1);
  BYTES (REC_return | 64, 0, 3 + (20 << 2), 8, 2);      /* 10:4-5 */
  BYTES (REC_return | 64, 0, 0);                        /* the same */
  BYTES (REC_return | 64, 0, 3 + (2 << 2 | 1), 2, 0, 6); /* 11:5, from column 2 on */
  BYTES (REC_return | 64, 0, 2, 1);                     /* the one before: 10:4 */
  BYTES (REC_return | 64, 0, 1);                        /* none */
  BYTES (REC_return | 64, 0, 3 + (1 << 2 | 2), 0, 0);   /* 10:5 */
  BYTES (2, 1, 9);                                      /* file 1, flags, 9 lines, in a macro at */
  BYTES (3 + (4 << 2), 1, 0);                           /* 12:4 */
  struct unit *u = must_read ();
  static const int64_t lines[] = {10, 10, 11, 10, 0, 10}, columns[] = {4, 4, 5, 4, 0, 5};
  for (uint32_t i = 0; i < 6; i++) {
    const struct rec_loc *l = &u->locs[record_of (u, i)->loc];
    ck_assert_int_eq (l->line, lines[i]);
    ck_assert_int_eq (l->column, columns[i]);
    ck_assert_int_eq (l->start, i == 2 ? 3 : 0);
    ck_assert_int_eq (l->file, i == 5);
  }
  const struct rec_loc *last = &u->locs[record_of (u, 5)->loc];
  ck_assert_uint_eq (last->lines, 9);
  ck_assert_uint_eq (last->flags, 1);
  ck_assert_int_eq (u->locs[last->r.loc].line, 12);
  ck_assert_int_eq (u->locs[last->r.loc].column, 4);
  ck_assert_int_eq (u->locs[last->r.loc].file, 1);
  ck_assert_uint_eq (u->n_locs, 4);
  BYTES (REC_return | 64, 0, 3, 0, 0);
  MUST_REFUSE ("more places than the unit has");
  n_payload -= 5;
  BYTES (REC_return | 64, 0, 2, 4);
  MUST_REFUSE ("no such place");
}
END_TEST

/* Blocks count from their own number, edges and predecessors alike. */
START_TEST (edges_and_predecessors)
{
  put_function_head (2, 0, 1);
  BYTES (REC_block | 64, 1, 1 << 3 | EK_FALL); /* one back */
  BYTES (REC_preds | 64, 2, 1, 2);             /* 0, and 2: the entry */
  BYTES (REC_phi | 64 | 128, 2, 2, 6);
  struct unit *u = must_read ();
  const struct function *f = &u->functions[0];
  ck_assert_uint_eq (f->blocks[0].n_edges, 1);
  ck_assert_uint_eq (f->blocks[0].edges[0].target, 1);
  ck_assert_uint_eq (f->blocks[0].edges[0].kind, EK_TRUE);
  ck_assert_uint_eq (f->blocks[1].edges[0].target, 0);
  ck_assert_uint_eq (f->blocks[1].edges[0].kind, EK_FALL);
  ck_assert_uint_eq (f->blocks[1].preds[0], 0);
  ck_assert_uint_eq (f->blocks[1].preds[1], 2);
  ck_assert_uint_eq (record_of (u, 0)->dst, 2);
  BYTES (REC_preds | 64, 1, 1);
  MUST_REFUSE ("predecessors out of place");
  n_payload -= 3;
  BYTES (REC_phi | 64, 0, 1, 2);
  MUST_REFUSE ("phi that does not fit its block");
}
END_TEST

/* Codes of values: parameters, names, types. */
START_TEST (codes_of_values)
{
  put_unit (3, 0, 0, 2, 0, 1, 0, 1, 0);
  RECORD_OF (REC_string, 'f');
  RECORD_OF (REC_string, 'a');
  RECORD_OF (REC_string, '&', 'x');
  BYTES (REC_type | 64, TK_INTEGER, 32, 0);
  BYTES (REC_type | 64, TK_POINTER, 64, 1);
  BYTES (REC_symbol | 64, 1, 0, 0);
  BYTES (REC_function | 64, 1, 0, 1, 0);
  BYTES (REC_local | 64, 2, 1, 0, 1, 0);
  RECORD_OF (REC_values, 1, 3, 1, 2, 1, 2, 4, 0, 1, 2, 0);
  BYTES (REC_block | 64, 0);
  struct unit *u = must_read ();
  const struct function *f = &u->functions[0];
  static const uint32_t types[] = {0, 1, 2, 2, 1}, names[] = {0, 2, 3, 0, 2};
  ck_assert_uint_eq (f->n_values, 4);
  for (uint32_t i = 1; i <= 4; i++) {
    ck_assert_uint_eq (f->value_types[i], types[i]);
    ck_assert_uint_eq (f->value_names[i], names[i]);
  }
  payload[n_payload - 3] = 3;
  MUST_REFUSE ("value of no type");
}
END_TEST

/* The writer's bytes for a unit as small as it gets, and for one of each form of record. */
START_TEST (bytes_of_the_writer)
{
  struct facts_writer *w = facts_writer_new ();
  struct rec_type t = {.r = {REC_type, 0, 0}, .kind = TK_INTEGER, .bits = 200, .flags = 0};
  struct rec_unit unit = {.r = {REC_unit, 0, 0}, .pointer_bits = 64};
  ck_assert_uint_eq (facts_string (w, "ab"), 1);
  ck_assert_uint_eq (facts_string (w, "ab"), 1);
  ck_assert_uint_eq (facts_string (w, ""), 0);
  ck_assert_uint_eq (facts_string (w, NULL), 0);
  facts_put (w, &t.r);
  t.flags = TF_UNSIGNED;
  facts_put (w, &t.r);
  facts_count (w, &unit);
  facts_put (w, &unit.r);
  size_t size, expected_size;
  uint8_t *blob = facts_finish (w, &size);
  facts_writer_free (w);
  RECORD_OF (REC_unit, 0, 0, 0, 0, 64, 0, 17, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  RECORD_OF (REC_string, 'a', 'b');
  BYTES (REC_type | 64, TK_INTEGER, 0xc8, 1, 0);
  RECORD_OF (REC_type, TK_INTEGER, 0xc8, 1, 0, 1); /* trailing zeros are left out */
  uint8_t *expected = blob_of (payload, n_payload, &expected_size);
  ck_assert_uint_eq (size, expected_size);
  ck_assert_mem_eq (blob, expected, size);
  free (blob);
  free (expected);
}
END_TEST

/* Older and newer writers */

START_TEST (unknown_records_are_skipped)
{
  put_unit (1, 0, 0, 1, 0, 0, 0, 0, 0);
  RECORD_OF (63, 1, 2, 3);
  RECORD_OF (REC_string, 'a');
  RECORD_OF (48 | 128);
  RECORD_OF (12, 0x80, 0x80);
  BYTES (REC_type | 64, TK_BOOL, 8, 0);
  struct unit *u = must_read ();
  ck_assert_uint_eq (u->unknown_records, 3);
  ck_assert_str_eq (u->strings[1], "a");
  ck_assert_uint_eq (u->types[1].r.kind, TK_BOOL);
  BYTES (63 | 64, 0);
  MUST_REFUSE ("record without a length");
}
END_TEST

START_TEST (unknown_records_inside_functions)
{
  put_function_head (1, 0, 1);
  RECORD_OF (50, 9, 9);
  BYTES (REC_op | 64 | 128, OP_COPY, 0, 0);
  RECORD_OF (51);
  BYTES (REC_return | 64, 6, 0);
  struct unit *u = must_read ();
  ck_assert_uint_eq (u->unknown_records, 2);
  ck_assert_uint_eq (u->functions[0].n_records, 2);
}
END_TEST

START_TEST (longer_and_shorter_records)
{
  put_unit (0, 0, 0, 3, 0, 0, 0, 0, 0);
  RECORD_OF (REC_type, TK_INTEGER, 32, 0, 1, 0, 0, 0, 99, 0xff, 0xff); /* fields of the future */
  RECORD_OF (REC_type, TK_INTEGER);
  RECORD_OF (REC_type);
  struct unit *u = must_read ();
  ck_assert_uint_eq (u->types[1].r.bits, 32);
  ck_assert_uint_eq (u->types[1].r.flags, TF_UNSIGNED);
  ck_assert_uint_eq (u->types[2].r.kind, TK_INTEGER);
  ck_assert_uint_eq (u->types[2].r.bits, 0);
  ck_assert_uint_eq (u->types[3].r.kind, TK_VOID);
}
END_TEST

/* A field may be missing, but not a part of one; and the short form has no missing fields. */
START_TEST (fields_cut_off)
{
  put_unit (0, 0, 0, 1, 0, 0, 0, 0, 0);
  size_t before = n_payload;
  BYTES (REC_type | 64, TK_INTEGER, 32);
  MUST_REFUSE ("field cut off");
  n_payload = before;
  RECORD_OF (REC_type, TK_FUNCTION, 0, 0, 0, 0, 0, 2, 1, 0x80);
  MUST_REFUSE ("field cut off");
  n_payload = before;
  RECORD_OF (REC_type, TK_FUNCTION, 0, 0, 0, 0, 0, 3, 1, 1);
  MUST_REFUSE ("list longer than its record");
  n_payload = before;
  BYTES (REC_type, 9, TK_INTEGER);
  MUST_REFUSE ("record cut off");
  n_payload = before;
  BYTES (REC_file | 64, 0, 0);
  MUST_REFUSE ("record without a length"); /* the row has no mark */
}
END_TEST

START_TEST (other_versions)
{
  put_unit (0, 0, 0, 0, 0, 0, 0, 0, 0);
  size_t size;
  uint8_t *blob = blob_of (payload, n_payload, &size);
  ck_assert_ptr_nonnull (read_section (blob, size, &payload_arena, &why));
  blob[8] = FACTS_VERSION + 1;
  ck_assert_ptr_null (read_section (blob, size, &payload_arena, &why));
  ck_assert_str_eq (why, "written by a newer racecheck");
  blob[8] = FACTS_VERSION - 1;
  ck_assert_ptr_null (read_section (blob, size, &payload_arena, &why));
  ck_assert_str_eq (why, "written by an older racecheck");
  free (blob);
}
END_TEST

void add_facts_case (Suite *suite, const char *name, const TTest *const *tests)
{
  TCase *tc = tcase_create (name);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, payload_start, payload_finish);
  for (; *tests; tests++)
    tcase_add_test (tc, *tests);
  suite_add_tcase (suite, tc);
}

Suite *facts_suite (void)
{
  const TTest *const description[] = {numbers,
                                      numbers_too_large_or_cut_off,
                                      signed_numbers_and_deltas,
                                      deltas_of_fields_start_anew,
                                      definitions,
                                      operands,
                                      addresses,
                                      roots_of_bases,
                                      addresses_nested_deeply,
                                      places,
                                      edges_and_predecessors,
                                      codes_of_values,
                                      bytes_of_the_writer,
                                      NULL};
  const TTest *const versions[] = {unknown_records_are_skipped,
                                   unknown_records_inside_functions,
                                   longer_and_shorter_records,
                                   fields_cut_off,
                                   other_versions,
                                   NULL};
  Suite *suite = suite_create ("facts");
  add_facts_case (suite, "description", description);
  add_facts_case (suite, "versions", versions);
  add_hostile_facts_tests (suite);
  add_random_facts_tests (suite);
  return suite;
}
