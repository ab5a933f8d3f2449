/* Compares units with the samples that they were made from, and reads sections for tests. */

#include "facts-samples.h"
#include "dump.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A check that costs nothing while it holds: Check notes each of its own in a file. */
#define SAME(a, b) \
  do { \
    if ((a) != (b)) \
      ck_abort_msg ("%s != %s: %" PRId64 ", %" PRId64, #a, #b, (int64_t)(a), (int64_t)(b)); \
  } while (0)

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
  SAME (a->kind, b->kind);
  switch (a->kind) {
  case OPND_OTHER:
    SAME (a->other, b->other);
    break;
  case OPND_VALUE:
    SAME (a->value, b->value);
    break;
  case OPND_INT:
    SAME (a->u.number, b->u.number);
    break;
  default:
    compare_address (c, a->u.addr, b->u.addr);
  }
}

static void compare_address (const struct comparison *c, const struct address *a,
                             const struct address *b)
{
  SAME (a->base_kind, b->base_kind);
  SAME (a->base, b->base);
  SAME (a->bitoff, b->bitoff);
  SAME (a->path_bits, b->path_bits);
  SAME (a->root ? a->root : sample_base_type (c->s, c->f, a), b->root);
  SAME (a->n_steps, b->n_steps);
  SAME (a->n_indices, b->n_indices);
  for (uint32_t i = 0; i < a->n_steps; i++) {
    SAME (a->steps[i].kind, b->steps[i].kind);
    SAME (a->steps[i].n, b->steps[i].n);
  }
  for (uint32_t i = 0; i < a->n_indices; i++) {
    compare_operand (c, &a->indices[i].index, &b->indices[i].index);
    SAME (a->indices[i].stride, b->indices[i].stride);
    SAME (a->indices[i].bound, b->indices[i].bound);
    SAME (a->indices[i].unit, b->indices[i].unit);
    if (a->indices[i].unit && !a->indices[i].stride)
      compare_operand (c, &a->indices[i].scale, &b->indices[i].scale);
  }
}

/* Places are compared by what they say: writer and reader number them differently. */
static void compare_loc (const struct comparison *c, uint32_t a, uint32_t b)
{
  SAME (a != 0, b != 0);
  if (!a)
    return;
  ck_assert_uint_le (b, c->u->n_locs);
  const struct rec_loc *x = &c->s->locs.v[a], *y = &c->u->locs[b];
  SAME (x->line, y->line);
  SAME (x->column, y->column);
  SAME (x->finish, y->finish);
  SAME (x->start, y->start);
  SAME (x->file, y->file);
  SAME (x->flags, y->flags);
  SAME (x->lines, y->lines);
  compare_loc (c, x->r.loc, y->r.loc);
}

static void compare_field (const struct comparison *c, const struct field_desc *f, const void *a,
                           const void *b)
{
  switch ((enum field_type)f->type) {
  case FT_U:
  case FT_S:
  case FT_DELTA:
    SAME (*(const uint64_t *)a, *(const uint64_t *)b);
    break;
  case FT_ENUM:
  case FT_FLAGS:
  case FT_STR:
  case FT_TYPE:
  case FT_SYM:
  case FT_DEF:
    SAME (*(const uint32_t *)a, *(const uint32_t *)b);
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
    SAME (x->n, y->n);
    for (uint32_t i = 0; i < x->n; i++)
      SAME (x->v[i], y->v[i]);
    break;
  }
  case FT_OPNDS: {
    const struct operand_list *x = a, *y = b;
    SAME (x->n, y->n);
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
  SAME (a->kind, b->kind);
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
  SAME (a->first, b->first);
  SAME (a->end, b->end);
  SAME (a->n_preds, b->n_preds);
  SAME (a->n_edges, b->n_edges);
  for (uint32_t i = 0; i < a->n_preds; i++)
    SAME (a->preds[i], b->preds[i]);
  for (uint32_t i = 0; i < a->n_edges; i++) {
    SAME (a->edges[i].target, b->edges[i].target);
    SAME (a->edges[i].kind, b->edges[i].kind);
  }
}

static void compare_function (struct comparison *c, const struct sample_function *a,
                              const struct function *b)
{
  c->f = a;
  compare_record (c, &a->r.r, &b->r.r);
  SAME (a->n_values, b->n_values);
  SAME (a->n_params, b->n_params);
  SAME (a->n_blocks, b->n_blocks);
  SAME (a->locals.n - 1, b->n_locals);
  SAME (a->records.n, b->n_records);
  for (uint32_t i = 1; i <= a->n_values; i++) {
    SAME (a->value_types[i], b->value_types[i]);
    SAME (a->value_names[i], b->value_names[i]);
  }
  for (uint32_t i = 1; i < a->locals.n; i++)
    compare_record (c, a->locals.v[i], &b->locals[i].r);
  for (uint32_t i = 0; i < a->records.n; i++) {
    compare_record (c, a->records.v[i], b->records[i]);
    if (a->records.v[i]->dst)
      SAME (b->value_defs[a->records.v[i]->dst], i);
  }
  for (uint32_t i = 0; i < a->n_blocks; i++)
    compare_block (&a->blocks[i], &b->blocks[i]);
}

#define COMPARE_TABLE(kind, first, member) \
  do { \
    SAME (s->tables[kind].n - 1, u->n_##member); \
    for (uint32_t i_ = 0; i_ < u->n_##member; i_++) \
      compare_record (&c, s->tables[kind].v[i_ + 1], (const struct record *)&u->member[i_ + first]); \
  } while (0)

void sample_compare (const struct sample *s, const struct unit *u)
{
  struct comparison c = {s, NULL, u};
  compare_record (&c, &s->unit.r, &u->r.r);
  SAME (u->unknown_records, 0);
  SAME (u->n_strings, s->strings.n - 1);
  for (uint32_t i = 0; i < s->strings.n; i++)
    SAME (strcmp (u->strings[i], s->strings.v[i]), 0);
  COMPARE_TABLE (REC_file, 1, files);
  COMPARE_TABLE (REC_type, 1, types);
  COMPARE_TABLE (REC_field, 0, fields);
  COMPARE_TABLE (REC_symbol, 1, symbols);
  COMPARE_TABLE (REC_object, 1, objects);
  COMPARE_TABLE (REC_init, 0, inits);
  COMPARE_TABLE (REC_prototype, 0, prototypes);
  COMPARE_TABLE (REC_annotation, 0, annotations);
  for (uint32_t i = 1; i <= u->n_types; i++) {
    SAME (u->types[i].n_fields, s->n_fields[i]);
    if (s->n_fields[i])
      ck_assert_ptr_eq (u->types[i].fields, &u->fields[s->first_field[i] - 1]);
  }
  SAME (u->n_functions, s->functions.n);
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
  SAME (facts_next_blob (&p, end, &blob, &none), FACTS_DONE);
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
    SAME (u == NULL, why != NULL);
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
