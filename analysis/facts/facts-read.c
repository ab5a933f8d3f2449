/* Reads facts: one blob in, one struct unit out, or a reason why not.

   The unit's record tells how long each table is, so that facts-decode.c can check every number as
   it decodes it; here records find their places in tables and functions.  What a unit that was read
   holds is in range and belongs together; no later stage has to look at it with suspicion. */

#include "facts-decode.h"
#include "arena.h"

#include <string.h>

struct reader {
  struct decoder d;
  const uint8_t *end;            /* of the unit */
  uint32_t filled[REC_END];      /* entries decoded so far, by table */
  struct block *block;           /* the current one, or NULL before the first */
  VEC (struct record *) records; /* of the current function */
};

static void fail (struct reader *r, const char *why)
{
  decode_fail (&r->d, why);
}

/* Functions */

/* Where R puts what it computes, if that is memory as a whole; else NULL. */
static const struct address *filled_by (const struct record *r)
{
  const struct address *to = NULL;
  if (r->kind == REC_call && ((const struct rec_call *)r)->result.kind == OPND_CONTENTS)
    to = ((const struct rec_call *)r)->result.u.addr;
  else if (r->kind == REC_copy)
    to = &((const struct rec_copy *)r)->to;
  else if (r->kind == REC_store)
    to = &((const struct rec_store *)r)->addr;
  return to && !to->bitoff && !to->n_indices ? to : NULL;
}

/* The records that fill variables made by the compiler: what those are spelled as. */
static void find_makers (struct reader *r, struct function *f)
{
  bool any = false;
  for (uint32_t i = 1; i <= f->n_locals && !any; i++)
    any = f->locals[i].flags & OF_ARTIFICIAL || !f->locals[i].name;
  if (!any)
    return;
  f->local_makers = ARENA_ARRAY (r->d.arena, (size_t)f->n_locals + 1, struct record *);
  for (uint32_t i = 0; i < f->n_records; i++) {
    const struct address *to = filled_by (f->records[i]);
    if (to && to->base_kind == BASE_LOCAL && !f->local_makers[to->base])
      f->local_makers[to->base] = f->records[i];
  }
}

static void finish_function (struct reader *r)
{
  struct function *f = r->d.function;
  if (!f || r->d.c.why)
    return;
  r->d.function = NULL;
  if (r->d.n_blocks != f->n_blocks) {
    fail (r, "function with missing blocks");
    return;
  }
  f->n_records = r->records.n;
  f->records = ARENA_ARRAY (r->d.arena, f->n_records, struct record *);
  if (f->n_records)
    memcpy (f->records, r->records.v, f->n_records * sizeof *f->records);
  f->n_locals = r->d.locals.n;
  f->locals = ARENA_ARRAY (r->d.arena, (size_t)f->n_locals + 1, struct rec_local);
  if (f->n_locals)
    memcpy (f->locals + 1, r->d.locals.v, f->n_locals * sizeof *f->locals);
  for (uint32_t i = 1; i <= f->n_locals; i++)
    if (f->locals[i].value > f->n_values)
      fail (r, "no such value");
  find_makers (r, f);
}

static void start_function (struct reader *r, struct function *f)
{
  decode_start_function (&r->d, f);
  r->block = NULL;
  r->records.n = 0;
  enum { SMALLEST_BLOCK = 2 }; /* head, number of edges */
  if (!f->r.symbol || !f->r.blocks ||
      f->r.blocks > (uint64_t)(r->end - r->d.c.p) / SMALLEST_BLOCK) {
    fail (r, "function without a name or without blocks");
    return;
  }
  f->n_blocks = (uint32_t)f->r.blocks;
  f->blocks = ARENA_ARRAY (r->d.arena, f->n_blocks, struct block);
  f->value_types = f->value_names = f->value_defs = ARENA_NEW (r->d.arena, uint32_t);
}

/* What the code of a value says: its type and its name. */
static void set_value (struct reader *r, const struct rec_values *v, uint32_t value, uint32_t code)
{
  struct function *f = r->d.function;
  if (code < f->n_params) {
    f->value_types[value] = r->d.locals.v[code].type;
    f->value_names[value] = r->d.locals.v[code].name;
    return;
  }
  code -= f->n_params;
  if (code < v->names.n) {
    f->value_types[value] = v->name_types.v[code];
    f->value_names[value] = v->names.v[code];
    return;
  }
  code -= v->names.n;
  if (code < v->types.n)
    f->value_types[value] = v->types.v[code];
  else
    fail (r, "value of no type");
}

static void put_values (struct reader *r, const struct rec_values *v)
{
  struct function *f = r->d.function;
  if (f->n_values || r->block || v->names.n != v->name_types.n) {
    fail (r, "values out of place");
    return;
  }
  f->n_params = r->d.locals.n;
  f->n_values = v->codes.n;
  size_t n = (size_t)f->n_values + 1;
  f->value_types = ARENA_ARRAY (r->d.arena, n, uint32_t);
  f->value_names = ARENA_ARRAY (r->d.arena, n, uint32_t);
  f->value_defs = ARENA_ARRAY (r->d.arena, n, uint32_t);
  memset (f->value_defs, 0xff, n * sizeof (uint32_t));
  for (uint32_t i = 0; i < v->codes.n && !r->d.c.why; i++)
    set_value (r, v, i + 1, v->codes.v[i]);
}

static void put_local (struct reader *r, const struct rec_local *l)
{
  vec_push (&r->d.locals, *l);
  if (l->value >= r->d.next_def && l->value < UINT32_MAX)
    r->d.next_def = (uint32_t)l->value + 1;
}

static void put_block (struct reader *r, const struct rec_block *b)
{
  if (r->d.n_blocks == r->d.function->n_blocks) {
    fail (r, "more blocks than the function has");
    return;
  }
  r->block = &r->d.function->blocks[r->d.n_blocks++];
  r->block->first = r->block->end = r->records.n;
  r->block->n_edges = b->edges.n;
  r->block->edges = b->edges.v;
}

static void put_preds (struct reader *r, const struct rec_preds *p)
{
  if (!r->block || r->block->end != r->block->first || r->block->preds) {
    fail (r, "predecessors out of place");
    return;
  }
  r->block->n_preds = p->blocks.n;
  r->block->preds = p->blocks.v;
}

/* What belongs together and is not said by single fields. */
static const char *misplaced (const struct reader *r, const struct record *rec)
{
  const struct block *b = r->block;
  if (!b)
    return "instruction outside a block";
  uint8_t before = b->end > b->first ? r->records.v[b->end - 1]->kind : 0;
  if (rec->kind == REC_phi &&
      (((const struct rec_phi *)rec)->args.n != b->n_preds || (before && before != REC_phi)))
    return "phi that does not fit its block";
  if (rec->kind == REC_case && (((const struct rec_case *)rec)->edge >= b->n_edges ||
                                (before != REC_switch && before != REC_case)))
    return "case of an edge that is not there";
  if (rec->kind == REC_asm_operand && before != REC_asm && before != REC_asm_operand)
    return "operand without its asm";
  if (rec->dst && r->d.function->value_defs[rec->dst] != UINT32_MAX)
    return "value defined twice";
  return NULL;
}

static void put_instruction (struct reader *r, struct record *rec)
{
  const char *why = misplaced (r, rec);
  if (why) {
    fail (r, why);
    return;
  }
  if (rec->dst)
    r->d.function->value_defs[rec->dst] = r->records.n;
  vec_push (&r->records, rec);
  r->block->end = r->records.n;
}

static void get_body_record (struct reader *r, struct head h)
{
  if (!r->d.function) {
    fail (r, "instruction outside a function");
    return;
  }
  struct record *rec = arena_alloc (r->d.arena, facts_records[h.kind].size);
  decode_record (&r->d, h, rec);
  if (r->d.c.why)
    return;
  switch (h.kind) {
  case REC_local:
    put_local (r, (struct rec_local *)rec);
    break;
  case REC_values:
    put_values (r, (struct rec_values *)rec);
    break;
  case REC_block:
    put_block (r, (struct rec_block *)rec);
    break;
  case REC_preds:
    put_preds (r, (struct rec_preds *)rec);
    break;
  default:
    put_instruction (r, rec);
  }
}

/* The tables of a unit: where its array and its length are, and the number of its first entry. */
static const struct table {
  uint8_t kind, first;
  uint16_t array, count, size;
} tables[] = {
#define TABLE(kind, first, member, type)                                                   \
  {                                                                                        \
    REC_##kind, first, offsetof (struct unit, member), offsetof (struct unit, n_##member), \
        sizeof (type)                                                                      \
  }
    TABLE (string, 1, strings, const char *),
    TABLE (file, 1, files, struct rec_file),
    TABLE (loc, 1, locs, struct rec_loc),
    TABLE (type, 1, types, struct type),
    TABLE (field, 0, fields, struct rec_field),
    TABLE (symbol, 1, symbols, struct rec_symbol),
    TABLE (object, 1, objects, struct rec_object),
    TABLE (init, 0, inits, struct rec_init),
    TABLE (prototype, 0, prototypes, struct rec_prototype),
    TABLE (annotation, 0, annotations, struct rec_annotation),
    TABLE (function, 0, functions, struct function),
#undef TABLE
};
enum { N_TABLES = sizeof tables / sizeof tables[0] };

static uint32_t *length_of (struct unit *u, const struct table *t)
{
  return (uint32_t *)((char *)u + t->count);
}

static void **array_of (struct unit *u, const struct table *t)
{
  return (void **)((char *)u + t->array);
}

/* The lengths are believed if the rest of the unit could hold as many records. */
static void make_tables (struct reader *r)
{
  enum { SMALLEST_RECORD = 2, SMALLEST_PLACE = 3 };
  struct unit *u = r->d.unit;
  uint64_t left = (uint64_t)(r->d.c.end - r->d.c.p), least = 0;
  for (unsigned i = 0; i < N_TABLES; i++) {
    uint32_t n = tables[i].kind < u->r.counts.n ? u->r.counts.v[tables[i].kind] : 0;
    *length_of (u, &tables[i]) = n;
    least += SMALLEST_RECORD * (uint64_t)n;
  }
  if (least > left || u->r.new_locs > (left - least) / SMALLEST_PLACE) {
    fail (r, "tables longer than the unit");
    return;
  }
  /* Places told inside functions come behind those with a record. */
  r->d.first_new_loc = u->n_locs + 1;
  u->n_locs += (uint32_t)u->r.new_locs;
  for (unsigned i = 0; i < N_TABLES; i++)
    *array_of (u, &tables[i]) = arena_array (
        r->d.arena, (size_t)*length_of (u, &tables[i]) + tables[i].first, tables[i].size);
  u->strings[0] = "";
}

/* The next free entry of the table of KIND, or NULL if the table is full. */
static void *next_entry (struct reader *r, uint8_t kind)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    const struct table *t = &tables[i];
    if (t->kind != kind)
      continue;
    uint32_t limit = kind == REC_loc ? r->d.first_new_loc - 1 : *length_of (r->d.unit, t);
    if (r->filled[kind] >= limit)
      break;
    char *array = *array_of (r->d.unit, t);
    return array + (size_t)t->size * (t->first + r->filled[kind]++);
  }
  fail (r, "more records than the unit has");
  return NULL;
}

static const char *missing_entries (const struct reader *r)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    uint32_t filled = r->filled[tables[i].kind];
    if (tables[i].kind == REC_loc)
      filled += r->d.new_locs;
    if (filled != *length_of (r->d.unit, &tables[i]))
      return "records are missing";
  }
  return NULL;
}

static void get_string_record (struct reader *r, struct head h)
{
  struct rec_string s = {{0}, {0}};
  decode_record (&r->d, h, &s.r);
  const char **entry = next_entry (r, REC_string);
  if (entry)
    *entry = s.text.v ? s.text.v : "";
}

static void get_field_record (struct reader *r, struct head h)
{
  struct rec_field *f = next_entry (r, REC_field);
  if (!f || !r->filled[REC_type]) {
    fail (r, "field without a type");
    return;
  }
  struct type *t = &r->d.unit->types[r->filled[REC_type]];
  if (!t->fields)
    t->fields = f;
  t->n_fields++;
  decode_record (&r->d, h, &f->r);
}

static void get_top_record (struct reader *r, struct head h)
{
  finish_function (r);
  if (h.kind == REC_string) {
    get_string_record (r, h);
    return;
  }
  if (h.kind == REC_field) {
    get_field_record (r, h);
    return;
  }
  if (h.kind == REC_type)
    memset (r->d.previous[REC_field], 0, sizeof r->d.previous[REC_field]);
  struct record *entry = next_entry (r, h.kind);
  if (!entry)
    return;
  decode_record (&r->d, h, entry);
  if (h.kind == REC_function && !r->d.c.why)
    start_function (r, (struct function *)entry);
}

/* A row without a mark has no short form. */
static bool has_short_form (const struct record_desc *d)
{
  for (unsigned i = 0; i < d->n_fields; i++)
    if (d->fields[i].type == FT_CORE)
      return true;
  return false;
}

/* Reads the record at P and returns where the next one is. */
static const uint8_t *get_record (struct reader *r, const uint8_t *p)
{
  struct head h = {*p & FACTS_KIND, (*p & FACTS_SHORT) != 0, (*p & FACTS_NEXT) != 0};
  const struct record_desc *d = &facts_records[h.kind];
  const uint8_t *next = NULL;
  r->d.c = (struct cursor){p + 1, r->end, false, NULL};
  if (h.is_short && !has_short_form (d)) {
    fail (r, "record without a length");
    return r->end;
  }
  if (!h.is_short) {
    uint64_t length = decode_u (&r->d);
    if (r->d.c.why || length > (uint64_t)(r->d.c.end - r->d.c.p)) {
      fail (r, "record cut off");
      return r->end;
    }
    next = r->d.c.end = r->d.c.p + length;
  }
  if (!d->name)
    r->d.unit->unknown_records++;
  else if (d->in_body)
    get_body_record (r, h);
  else if (h.kind == REC_unit)
    fail (r, "a second unit");
  else
    get_top_record (r, h);
  return next ? next : r->d.c.p;
}

/* The first record tells how long the tables are.  Returns where the next one is. */
static const uint8_t *get_unit_record (struct reader *r, const uint8_t *p)
{
  r->d.c = (struct cursor){p, r->end, false, NULL};
  if (p == r->end || *r->d.c.p++ != REC_unit) {
    fail (r, "no unit at the start");
    return r->end;
  }
  uint64_t length = decode_u (&r->d);
  if (r->d.c.why || length > (uint64_t)(r->d.c.end - r->d.c.p)) {
    fail (r, "record cut off");
    return r->end;
  }
  const uint8_t *next = r->d.c.end = r->d.c.p + length;
  /* Its strings are numbers of a table that is made only now. */
  r->d.unit->n_strings = UINT32_MAX;
  decode_record (&r->d, (struct head){REC_unit, false, false}, &r->d.unit->r.r);
  if (!r->d.c.why) {
    r->d.c.p = next;
    r->d.c.end = r->end;
    make_tables (r);
  }
  return next;
}

static bool in_table (int64_t number, uint32_t n)
{
  return number >= 0 && number <= n;
}

static const char *check_locs (const struct unit *u)
{
  for (uint32_t i = 1; i <= u->n_locs; i++) {
    const struct rec_loc *l = &u->locs[i];
    if (!in_table (l->file, u->n_files) || !in_table (l->line, INT32_MAX) ||
        !in_table (l->column, INT32_MAX) || l->lines > INT32_MAX || l->finish < -INT32_MAX ||
        l->finish > INT32_MAX || l->start < -INT32_MAX || l->start > INT32_MAX)
      return "place in no file";
  }
  return NULL;
}

static const char *check_inits (const struct unit *u)
{
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *n = &u->inits[i];
    uint32_t targets = n->kind == IK_SYMBOL   ? u->n_symbols
                       : n->kind == IK_OBJECT ? u->n_objects
                                              : UINT32_MAX;
    if (n->object < 1 || !in_table (n->object, u->n_objects) || !in_table (n->target, targets))
      return "initialiser of nothing";
  }
  return NULL;
}

static const char *check_annotations (const struct unit *u)
{
  for (uint32_t i = 0; i < u->n_annotations; i++) {
    const struct rec_annotation *a = &u->annotations[i];
    bool on_type = a->target == AT_FIELD || a->target == AT_TYPE;
    if (a->item < 1 || a->item > (on_type ? u->n_types : u->n_symbols) ||
        (a->target == AT_FIELD && a->sub >= u->types[a->item].n_fields))
      return "annotation of nothing";
  }
  return NULL;
}

/* What a field's type alone does not check. */
static const char *check_tables (const struct unit *u)
{
  if (u->r.key > u->n_strings || u->r.language > u->n_strings || u->r.directory > u->n_strings ||
      u->r.compiler > u->n_strings)
    return "no such string";
  const char *why = check_locs (u);
  if (!why)
    why = check_inits (u);
  return why ? why : check_annotations (u);
}

struct unit *facts_read (const struct facts_blob *blob, const char *object, struct arena *arena,
                         const char **why)
{
  struct reader r = {.d = {.arena = arena}, .end = blob->payload + blob->size};
  r.d.unit = ARENA_NEW (arena, struct unit);
  r.d.unit->object = object;
  r.d.unit->checksum = blob->checksum;
  const uint8_t *p = get_unit_record (&r, blob->payload);
  while (!r.d.c.why && p < r.end)
    p = get_record (&r, p);
  finish_function (&r);
  vec_free (&r.records);
  vec_free (&r.d.locals);
  *why = r.d.c.why ? r.d.c.why : missing_entries (&r);
  if (!*why)
    *why = check_tables (r.d.unit);
  return *why ? NULL : r.d.unit;
}
