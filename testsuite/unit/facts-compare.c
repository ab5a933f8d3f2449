/* Compares units with the samples that they were made from, and reads sections for tests. */

#include "facts-samples.h"
#include "dump.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
  const struct sample *s;
  const struct sample_function *f;
  const struct unit *u;
};

static void compare_address (const struct comparison *, const struct address *,
                             const struct address *);

static void compare_operand (const struct comparison *c, const struct operand *a,
                             const struct operand *b)
{
  ck_assert_uint_eq (a->kind, b->kind);
  switch (a->kind) {
  case OPND_OTHER:
    ck_assert_uint_eq (a->other, b->other);
    break;
  case OPND_VALUE:
    ck_assert_uint_eq (a->value, b->value);
    break;
  case OPND_INT:
    ck_assert_int_eq (a->u.number, b->u.number);
    break;
  default:
    compare_address (c, a->u.addr, b->u.addr);
  }
}

static void compare_address (const struct comparison *c, const struct address *a,
                             const struct address *b)
{
  ck_assert_uint_eq (a->base_kind, b->base_kind);
  ck_assert_uint_eq (a->base, b->base);
  ck_assert_int_eq (a->bitoff, b->bitoff);
  ck_assert_int_eq (a->path_bits, b->path_bits);
  ck_assert_uint_eq (a->root ? a->root : sample_base_type (c->s, c->f, a), b->root);
  ck_assert_uint_eq (a->n_steps, b->n_steps);
  ck_assert_uint_eq (a->n_indices, b->n_indices);
  for (uint32_t i = 0; i < a->n_steps; i++) {
    ck_assert_uint_eq (a->steps[i].kind, b->steps[i].kind);
    ck_assert_int_eq (a->steps[i].n, b->steps[i].n);
  }
  for (uint32_t i = 0; i < a->n_indices; i++) {
    compare_operand (c, &a->indices[i].index, &b->indices[i].index);
    ck_assert_uint_eq (a->indices[i].stride, b->indices[i].stride);
    ck_assert_uint_eq (a->indices[i].bound, b->indices[i].bound);
  }
}

/* Places are compared by what they say: writer and reader number them differently. */
static void compare_loc (const struct comparison *c, uint32_t a, uint32_t b)
{
  ck_assert_int_eq (a != 0, b != 0);
  if (!a)
    return;
  ck_assert_uint_le (b, c->u->n_locs);
  const struct rec_loc *x = &c->s->locs.v[a], *y = &c->u->locs[b];
  ck_assert_int_eq (x->line, y->line);
  ck_assert_int_eq (x->column, y->column);
  ck_assert_int_eq (x->finish, y->finish);
  ck_assert_int_eq (x->start, y->start);
  ck_assert_int_eq (x->file, y->file);
  ck_assert_uint_eq (x->flags, y->flags);
  ck_assert_uint_eq (x->lines, y->lines);
  compare_loc (c, x->r.loc, y->r.loc);
}

static void compare_field (const struct comparison *c, const struct field_desc *f, const void *a,
                           const void *b)
{
  switch ((enum field_type)f->type) {
  case FT_U:
  case FT_S:
  case FT_DELTA:
    ck_assert_uint_eq (*(const uint64_t *)a, *(const uint64_t *)b);
    break;
  case FT_ENUM:
  case FT_FLAGS:
  case FT_STR:
  case FT_TYPE:
  case FT_SYM:
  case FT_DEF:
    ck_assert_uint_eq (*(const uint32_t *)a, *(const uint32_t *)b);
    break;
  case FT_LOC:
    compare_loc (c, *(const uint32_t *)a, *(const uint32_t *)b);
    break;
  case FT_OPND:
    compare_operand (c, a, b);
    break;
  case FT_ADDR:
    compare_address (c, a, b);
    break;
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
  case FT_BLOCKS: {
    const struct number_list *x = a, *y = b;
    ck_assert_uint_eq (x->n, y->n);
    for (uint32_t i = 0; i < x->n; i++)
      ck_assert_uint_eq (x->v[i], y->v[i]);
    break;
  }
  case FT_OPNDS: {
    const struct operand_list *x = a, *y = b;
    ck_assert_uint_eq (x->n, y->n);
    for (uint32_t i = 0; i < x->n; i++)
      compare_operand (c, &x->v[i], &y->v[i]);
    break;
  }
  case FT_EDGES:
  case FT_BYTES:
  case FT_CORE:
    break; /* compared where they are kept */
  }
}

static void compare_record (const struct comparison *c, const struct record *a,
                            const struct record *b)
{
  ck_assert_uint_eq (a->kind, b->kind);
  const struct record_desc *d = &facts_records[a->kind];
  for (unsigned i = 0; i < d->n_fields; i++) {
    const struct field_desc *f = &d->fields[i];
    if (a->kind == REC_unit && (f->type == FT_NUMS || f->type == FT_U))
      continue; /* counts, which the tables show */
    compare_field (c, f, (const char *)a + f->offset, (const char *)b + f->offset);
  }
}

static void compare_block (const struct block *a, const struct block *b)
{
  ck_assert_uint_eq (a->first, b->first);
  ck_assert_uint_eq (a->end, b->end);
  ck_assert_uint_eq (a->n_preds, b->n_preds);
  ck_assert_uint_eq (a->n_edges, b->n_edges);
  for (uint32_t i = 0; i < a->n_preds; i++)
    ck_assert_uint_eq (a->preds[i], b->preds[i]);
  for (uint32_t i = 0; i < a->n_edges; i++) {
    ck_assert_uint_eq (a->edges[i].target, b->edges[i].target);
    ck_assert_uint_eq (a->edges[i].kind, b->edges[i].kind);
  }
}

static void compare_function (struct comparison *c, const struct sample_function *a,
                              const struct function *b)
{
  c->f = a;
  compare_record (c, &a->r.r, &b->r.r);
  ck_assert_uint_eq (a->n_values, b->n_values);
  ck_assert_uint_eq (a->n_params, b->n_params);
  ck_assert_uint_eq (a->n_blocks, b->n_blocks);
  ck_assert_uint_eq (a->locals.n - 1, b->n_locals);
  ck_assert_uint_eq (a->records.n, b->n_records);
  for (uint32_t i = 1; i <= a->n_values; i++) {
    ck_assert_uint_eq (a->value_types[i], b->value_types[i]);
    ck_assert_uint_eq (a->value_names[i], b->value_names[i]);
  }
  for (uint32_t i = 1; i < a->locals.n; i++)
    compare_record (c, a->locals.v[i], &b->locals[i].r);
  for (uint32_t i = 0; i < a->records.n; i++) {
    compare_record (c, a->records.v[i], b->records[i]);
    if (a->records.v[i]->dst)
      ck_assert_uint_eq (b->value_defs[a->records.v[i]->dst], i);
  }
  for (uint32_t i = 0; i < a->n_blocks; i++)
    compare_block (&a->blocks[i], &b->blocks[i]);
}

#define COMPARE_TABLE(kind, first, member) \
  do { \
    ck_assert_uint_eq (s->tables[kind].n - 1, u->n_##member); \
    for (uint32_t i_ = 0; i_ < u->n_##member; i_++) \
      compare_record (&c, s->tables[kind].v[i_ + 1], (const struct record *)&u->member[i_ + first]); \
  } while (0)

void sample_compare (const struct sample *s, const struct unit *u)
{
  struct comparison c = {s, NULL, u};
  compare_record (&c, &s->unit.r, &u->r.r);
  ck_assert_uint_eq (u->unknown_records, 0);
  ck_assert_uint_eq (u->n_strings, s->strings.n - 1);
  for (uint32_t i = 0; i < s->strings.n; i++)
    ck_assert_str_eq (u->strings[i], s->strings.v[i]);
  COMPARE_TABLE (REC_file, 1, files);
  COMPARE_TABLE (REC_type, 1, types);
  COMPARE_TABLE (REC_field, 0, fields);
  COMPARE_TABLE (REC_symbol, 1, symbols);
  COMPARE_TABLE (REC_object, 1, objects);
  COMPARE_TABLE (REC_init, 0, inits);
  COMPARE_TABLE (REC_prototype, 0, prototypes);
  COMPARE_TABLE (REC_annotation, 0, annotations);
  for (uint32_t i = 1; i <= u->n_types; i++) {
    ck_assert_uint_eq (u->types[i].n_fields, s->n_fields[i]);
    if (s->n_fields[i])
      ck_assert_ptr_eq (u->types[i].fields, &u->fields[s->first_field[i] - 1]);
  }
  ck_assert_uint_eq (u->n_functions, s->functions.n);
  for (uint32_t i = 0; i < u->n_functions; i++)
    compare_function (&c, &s->functions.v[i], &u->functions[i]);
}

/* Blobs */

static void put_fixed (uint8_t *p, uint64_t x, int bytes)
{
  for (int i = 0; i < bytes; i++)
    p[i] = (uint8_t)(x >> 8 * i);
}

void blob_repair (uint8_t *blob, size_t size)
{
  size_t length = size - FACTS_HEADER_SIZE;
  put_fixed (blob + 12, xcrc32 (blob + FACTS_HEADER_SIZE, (int)length, 0xffffffff), 4);
  put_fixed (blob + 16, length, 8);
}

uint8_t *blob_of (const void *payload, size_t payload_size, size_t *size)
{
  *size = FACTS_HEADER_SIZE + payload_size;
  uint8_t *blob = xmalloc (*size);
  memcpy (blob, "RCFACTS\n", 8);
  put_fixed (blob + 8, FACTS_VERSION, 4);
  memcpy (blob + FACTS_HEADER_SIZE, payload, payload_size);
  blob_repair (blob, *size);
  return blob;
}

struct unit *read_section (const uint8_t *section, size_t size, struct arena *arena,
                           const char **why)
{
  const uint8_t *p = section, *end = section + size;
  struct facts_blob blob = {0};
  if (facts_next_blob (&p, end, &blob, why) != FACTS_OK)
    return NULL;
  struct unit *u = facts_read (&blob, "test.o", arena, why);
  const char *none;
  ck_assert_int_eq (facts_next_blob (&p, end, &blob, &none), FACTS_DONE);
  return u;
}

unsigned use_section (const uint8_t *section, size_t size)
{
  static FILE *nowhere;
  if (!nowhere)
    nowhere = fopen ("/dev/null", "w");
  ck_assert_ptr_nonnull (nowhere);
  const uint8_t *p = section, *end = section + size;
  struct facts_blob blob = {0};
  struct arena arena = {0};
  unsigned n = 0;
  for (const char *why = "";;) {
    enum facts_result result = facts_next_blob (&p, end, &blob, &why);
    ck_assert_ptr_nonnull (why);
    ck_assert (p >= section && p <= end);
    if (result == FACTS_DONE)
      break;
    if (result != FACTS_OK)
      continue;
    struct unit *u = facts_read (&blob, "test.o", &arena, &why);
    ck_assert_int_eq (u == NULL, why != NULL);
    if (!u)
      continue;
    dump_facts (u, nowhere);
    dump_accesses (u, nowhere);
    n++;
  }
  /* The factor is that of the largest record in its shortest form. */
  ck_assert_uint_le (arena.bytes, 65536 + 256 * size);
  arena_free (&arena);
  return n;
}
