/* Reads facts: one blob in, one struct unit out, or a reason why not.

   Nothing in a blob is trusted: the checksum finds accidents, the decoder must survive everything
   else.  A first walk over the records counts them, so that every number can be checked against its
   table as it is decoded; the second decodes.  A count inside a record is believed only as far as
   bytes are left for it, so that memory stays proportional to the input. */

#include "unit.h"
#include "arena.h"

#include <string.h>
#include <libiberty/libiberty.h>

/* Where the decoder is; after the first failure everything decodes to zero. */
struct cursor {
  const uint8_t *p, *end;
  const char *why; /* NULL while all is well */
};

struct reader {
  struct arena *arena;
  struct unit *unit;
  struct function *function; /* whose body is being read, or NULL */
  struct cursor c;           /* the record being read */
  int64_t previous[REC_END][4];
  uint32_t last_loc, last_def;
  uint32_t depth;           /* of operands inside addresses inside operands */
  uint32_t filled[REC_END]; /* entries decoded so far, by table */
};

static void fail (struct cursor *c, const char *why)
{
  if (!c->why)
    c->why = why;
  c->p = c->end;
}

static uint64_t get_u (struct cursor *c)
{
  if (c->p < c->end && *c->p < 0x80)
    return *c->p++;
  uint64_t x = 0;
  for (unsigned shift = 0; c->p < c->end; shift += 7) {
    uint8_t byte = *c->p++;
    if (shift == 63 && byte > 1) {
      fail (c, "number too large");
      return 0;
    }
    x |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return x;
    if (c->p == c->end)
      fail (c, "number cut off");
  }
  return 0; /* the field is missing: zero */
}

static int64_t unzigzag (uint64_t x)
{
  return (int64_t)(x >> 1) ^ -(int64_t)(x & 1);
}

static int64_t get_s (struct cursor *c)
{
  return unzigzag (get_u (c));
}

/* A number that must be at most LIMIT. */
static uint32_t get_number (struct cursor *c, uint64_t limit, const char *why)
{
  uint64_t x = get_u (c);
  if (x > limit || x > UINT32_MAX) {
    fail (c, why);
    return 0;
  }
  return (uint32_t)x;
}

/* A count of things of which each takes at least a byte. */
static uint32_t get_count (struct cursor *c)
{
  uint64_t n = get_u (c);
  if (n > (uint64_t)(c->end - c->p)) {
    fail (c, "list longer than its record");
    return 0;
  }
  return (uint32_t)n;
}

static uint32_t get_type (struct reader *r)
{
  return get_number (&r->c, r->unit->n_types, "no such type");
}

static uint32_t get_string (struct reader *r)
{
  return get_number (&r->c, r->unit->n_strings, "no such string");
}

static uint32_t check_value (struct reader *r, int64_t value)
{
  if (!r->function || value < 1 || value > r->function->n_values) {
    fail (&r->c, "no such value");
    return 0;
  }
  return (uint32_t)value;
}

/* Wraps instead of overflowing, which check_value then refuses. */
static uint32_t coded_value (struct reader *r, uint64_t distance)
{
  return check_value (r, (int64_t)((uint64_t)r->last_def - (uint64_t)unzigzag (distance)));
}

static void get_address (struct reader *, struct address *);

static void get_operand (struct reader *r, struct operand *o)
{
  uint64_t x = get_u (&r->c);
  switch (x & 3) {
  case 0:
    o->kind = OPND_OTHER;
    if (x >> 2 >= other_operand_names.n) {
      fail (&r->c, "no such operand");
    } else if (x >> 2 == OO_WIDE) {
      o->kind = OPND_INT;
      o->u.number = get_s (&r->c);
    } else {
      o->other = (uint8_t)(x >> 2);
    }
    break;
  case 1:
    o->kind = OPND_VALUE;
    o->value = coded_value (r, x >> 2);
    break;
  case 2:
    o->kind = OPND_INT;
    o->u.number = unzigzag (x >> 2);
    break;
  case 3:
    o->kind = x >> 2 == 0 ? OPND_ADDRESS : OPND_CONTENTS;
    o->u.addr = ARENA_NEW (r->arena, struct address);
    if (x >> 2 > 1)
      fail (&r->c, "no such operand");
    else
      get_address (r, o->u.addr);
    break;
  }
}

static void get_base (struct reader *r, struct address *a)
{
  uint64_t x = get_u (&r->c);
  uint64_t limit = 0, number = x >> 2;
  switch (x & 3) {
  case 0:
    a->base_kind = BASE_NONE;
    return;
  case 1:
    a->base_kind = BASE_VALUE;
    a->base = coded_value (r, x >> 2);
    return;
  case 2:
    number = x >> 3;
    a->base_kind = x & 4 ? BASE_LOCAL : BASE_OBJECT;
    if (a->base_kind == BASE_OBJECT)
      limit = r->unit->n_objects;
    else if (r->function)
      limit = r->function->n_locals;
    break;
  case 3:
    a->base_kind = BASE_SYMBOL;
    limit = r->unit->n_symbols;
    break;
  }
  if (number < 1 || number > limit)
    fail (&r->c, "address of something that is not there");
  else
    a->base = (uint32_t)number;
}

static void get_path (struct reader *r, struct address *a)
{
  a->root = get_type (r);
  a->n_steps = get_count (&r->c);
  a->steps = ARENA_ARRAY (r->arena, a->n_steps, struct step);
  for (uint32_t i = 0; i < a->n_steps; i++) {
    uint64_t s = get_u (&r->c);
    a->steps[i].kind = s & 3;
    a->steps[i].n = (s & 3) == STEP_CONSTANT ? unzigzag (s >> 2) : (int64_t)(s >> 2);
    if ((s & 3) > STEP_INDEX)
      fail (&r->c, "no such path step");
  }
}

static void get_address (struct reader *r, struct address *a)
{
  enum { DEEPEST = 8 };
  if (r->depth >= DEEPEST) {
    fail (&r->c, "addresses nested too deeply");
    return;
  }
  r->depth++;
  get_base (r, a);
  a->bitoff = get_s (&r->c);
  uint64_t x = get_u (&r->c);
  a->has_path = x & 1;
  if (x >> 1 > (uint64_t)(r->c.end - r->c.p))
    fail (&r->c, "list longer than its record");
  else
    a->n_indices = (uint32_t)(x >> 1);
  a->indices = ARENA_ARRAY (r->arena, a->n_indices, struct address_index);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    get_operand (r, &a->indices[i].index);
    a->indices[i].stride = get_u (&r->c);
    a->indices[i].bound = get_u (&r->c);
  }
  if (a->has_path)
    get_path (r, a);
  r->depth--;
}

static void get_numbers (struct reader *r, struct number_list *l, uint64_t limit, const char *why)
{
  l->n = get_count (&r->c);
  l->v = ARENA_ARRAY (r->arena, l->n, uint32_t);
  for (uint32_t i = 0; i < l->n; i++)
    l->v[i] = get_number (&r->c, limit, why);
}

static void get_operands (struct reader *r, struct operand_list *l)
{
  l->n = get_count (&r->c);
  l->v = ARENA_ARRAY (r->arena, l->n, struct operand);
  for (uint32_t i = 0; i < l->n; i++)
    get_operand (r, &l->v[i]);
}

static void get_names (struct reader *r, struct name_list *l)
{
  l->n = get_count (&r->c);
  l->v = ARENA_ARRAY (r->arena, l->n, struct value_name);
  uint64_t value = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    value += get_number (&r->c, UINT32_MAX, "no such value");
    if (value > UINT32_MAX)
      fail (&r->c, "no such value");
    l->v[i].value = (uint32_t)value;
    l->v[i].name = get_string (r);
  }
}

static void get_loc (struct reader *r, struct record *rec)
{
  int64_t loc;
  if (facts_records[rec->kind].in_body)
    loc = (int64_t)((uint64_t)get_s (&r->c) + r->last_loc);
  else
    loc = (int64_t)get_u (&r->c);
  if (loc < 0 || loc > r->unit->n_locs)
    fail (&r->c, "no such place");
  else
    rec->loc = (uint32_t)loc;
  if (facts_records[rec->kind].in_body)
    r->last_loc = rec->loc;
}

static void get_def (struct reader *r, struct record *rec)
{
  uint64_t x = get_u (&r->c);
  if (x)
    rec->dst = check_value (r, (int64_t)((uint64_t)unzigzag (x - 1) + r->last_def + 1));
}

static void get_field (struct reader *r, struct record *rec, const struct field_desc *f,
                       int64_t *previous)
{
  void *p = (char *)rec + f->offset;
  switch ((enum field_type)f->type) {
  case FT_U:
    *(uint64_t *)p = get_u (&r->c);
    break;
  case FT_S:
    *(int64_t *)p = get_s (&r->c);
    break;
  case FT_DELTA:
    *previous = *(int64_t *)p = (int64_t)((uint64_t)*previous + (uint64_t)get_s (&r->c));
    break;
  case FT_ENUM:
    *(uint32_t *)p = get_number (&r->c, f->names->n - 1, "no such name");
    break;
  case FT_FLAGS:
    *(uint32_t *)p = get_number (&r->c, UINT32_MAX, "no such flags");
    break;
  case FT_STR:
    *(uint32_t *)p = get_string (r);
    break;
  case FT_TYPE:
    *(uint32_t *)p = get_type (r);
    break;
  case FT_SYM:
    *(uint32_t *)p = get_number (&r->c, r->unit->n_symbols, "no such symbol");
    break;
  case FT_LOC:
    get_loc (r, rec);
    break;
  case FT_DEF:
    get_def (r, rec);
    break;
  case FT_OPND:
    get_operand (r, p);
    break;
  case FT_ADDR:
    get_address (r, p);
    break;
  case FT_TYPES:
    get_numbers (r, p, r->unit->n_types, "no such type");
    break;
  case FT_STRS:
    get_numbers (r, p, r->unit->n_strings, "no such string");
    break;
  case FT_NUMS:
    get_numbers (r, p, UINT32_MAX, "number too large");
    break;
  case FT_OPNDS:
    get_operands (r, p);
    break;
  case FT_NAMES:
    get_names (r, p);
    break;
  case FT_BYTES: {
    struct bytes *b = p;
    b->n = (uint32_t)(r->c.end - r->c.p);
    b->v = arena_memdup0 (r->arena, r->c.p, b->n);
    r->c.p = r->c.end;
    break;
  }
  }
}

/* Decodes the body at C into REC, which is zero but for its kind. */
static bool get_record (struct reader *r, struct record *rec)
{
  const struct record_desc *d = &facts_records[rec->kind];
  int64_t *previous = r->previous[rec->kind];
  for (unsigned i = 0; i < d->n_fields && !r->c.why; i++) {
    get_field (r, rec, &d->fields[i], previous);
    if (d->fields[i].type == FT_DELTA)
      previous++;
  }
  if (rec->dst)
    r->last_def = rec->dst;
  return !r->c.why;
}

/* The head of the next record: its kind, with its body in BODY.  False at the end. */
static bool next_record (struct cursor *c, uint8_t *kind, struct cursor *body)
{
  if (c->p == c->end || c->why)
    return false;
  *kind = *c->p++;
  uint64_t length = get_u (c);
  if (c->why || length > (uint64_t)(c->end - c->p)) {
    fail (c, "record cut off");
    return false;
  }
  *body = (struct cursor){c->p, c->p + length, NULL};
  c->p += length;
  return true;
}

static bool known (uint8_t kind)
{
  return kind < REC_END && facts_records[kind].name;
}

/* The records of one function, counted. */
struct counts {
  uint32_t of[REC_END];
};

/* Counts what is between *C and the next function or the end, and leaves *C there. */
static void count_records (struct cursor *c, struct counts *n)
{
  uint8_t kind;
  struct cursor body, before = *c;
  while (next_record (c, &kind, &body)) {
    if (kind == REC_function) {
      *c = before;
      return;
    }
    if (known (kind))
      n->of[kind]++;
    before = *c;
  }
}

static bool decode (struct reader *r, struct cursor body, uint8_t kind, void *rec)
{
  r->c = body;
  ((struct record *)rec)->kind = kind;
  return get_record (r, rec);
}

/* Function bodies */

static void put_values (struct reader *r, struct function *f, struct cursor body)
{
  struct rec_values v = {0};
  if (!decode (r, body, REC_values, &v))
    return;
  f->n_values = v.types.n;
  f->value_types = ARENA_ARRAY (r->arena, (size_t)f->n_values + 1, uint32_t);
  f->value_names = ARENA_ARRAY (r->arena, (size_t)f->n_values + 1, uint32_t);
  f->value_defs = ARENA_ARRAY (r->arena, (size_t)f->n_values + 1, uint32_t);
  memset (f->value_defs, 0xff, ((size_t)f->n_values + 1) * sizeof (uint32_t));
  if (f->n_values)
    memcpy (f->value_types + 1, v.types.v, f->n_values * sizeof (uint32_t));
  for (uint32_t i = 0; i < v.names.n && !r->c.why; i++)
    f->value_names[check_value (r, v.names.v[i].value)] = v.names.v[i].name;
}

/* Where the reader is inside a body. */
struct body_state {
  struct function *f;
  struct block *block; /* NULL before the first */
  struct edge *edges, *edge;
  struct rec_case *cases;
  uint32_t n_blocks;
};

static void put_edge (struct reader *r, struct body_state *s, struct cursor body)
{
  struct rec_edge e = {0};
  if (!decode (r, body, REC_edge, &e))
    return;
  if (e.target >= s->f->n_blocks) {
    fail (&r->c, "edge to a block that is not there");
    return;
  }
  if (!s->block->edges)
    s->block->edges = s->edges;
  s->edge = s->edges++;
  s->edge->target = (uint32_t)e.target;
  s->edge->kind = (uint8_t)e.kind;
  s->edge->is_default = e.is_default;
  s->block->n_edges++;
}

static void put_case (struct reader *r, struct body_state *s, struct cursor body)
{
  if (!s->edge) {
    fail (&r->c, "case without an edge");
    return;
  }
  if (!s->edge->cases)
    s->edge->cases = s->cases;
  s->edge->n_cases++;
  decode (r, body, REC_case, s->cases++);
}

static void put_preds (struct reader *r, struct block *b, struct cursor body)
{
  struct rec_preds p = {0};
  if (!decode (r, body, REC_preds, &p))
    return;
  b->n_preds = p.blocks.n;
  b->preds = p.blocks.v;
  for (uint32_t i = 0; i < b->n_preds; i++)
    if (b->preds[i] >= r->function->n_blocks)
      fail (&r->c, "predecessor that is not there");
}

static void put_instruction (struct reader *r, struct body_state *s, uint8_t kind,
                             struct cursor body)
{
  struct function *f = s->f;
  struct record *rec = arena_alloc (r->arena, facts_records[kind].size);
  if (!decode (r, body, kind, rec))
    return;
  if (kind == REC_phi && ((struct rec_phi *)rec)->args.n != s->block->n_preds) {
    fail (&r->c, "phi that does not fit its block");
    return;
  }
  if (rec->dst) {
    if (f->value_defs[rec->dst] != UINT32_MAX) {
      fail (&r->c, "value defined twice");
      return;
    }
    f->value_defs[rec->dst] = f->n_records;
  }
  f->records[f->n_records++] = rec;
  s->block->end = f->n_records;
}

static void put_block (struct reader *r, struct body_state *s)
{
  if (s->n_blocks == s->f->n_blocks) {
    fail (&r->c, "more blocks than the function has");
    return;
  }
  s->block = &s->f->blocks[s->n_blocks++];
  s->block->first = s->block->end = s->f->n_records;
  s->edge = NULL;
}

static void put_body_record (struct reader *r, struct body_state *s, uint8_t kind,
                             struct cursor body)
{
  struct function *f = s->f;
  if (kind == REC_values) {
    if (f->n_records || f->n_values || s->block)
      fail (&r->c, "values are not at the start");
    else
      put_values (r, f, body);
  } else if (kind == REC_local) {
    struct rec_local *l = &f->locals[++f->n_locals];
    decode (r, body, kind, l);
    if (l->value > f->n_values)
      fail (&r->c, "no such value");
  } else if (kind == REC_block) {
    put_block (r, s);
  } else if (!s->block) {
    fail (&r->c, "instruction outside a block");
  } else if (kind == REC_preds) {
    put_preds (r, s->block, body);
  } else if (kind == REC_edge) {
    put_edge (r, s, body);
  } else if (kind == REC_case) {
    put_case (r, s, body);
  } else {
    put_instruction (r, s, kind, body);
  }
}

static void start_function (struct reader *r, struct body_state *s, struct cursor body,
                            struct cursor rest)
{
  struct function *f = &r->unit->functions[r->filled[REC_function]++];
  struct counts n = {{0}};
  count_records (&rest, &n);
  r->function = f;
  r->last_loc = r->last_def = 0;
  if (!decode (r, body, REC_function, f))
    return;
  if (!f->r.symbol || n.of[REC_block] != f->r.blocks || !f->r.blocks) {
    fail (&r->c, "function without a name, or with missing blocks");
    return;
  }
  uint32_t instructions = 0;
  for (unsigned k = 0; k < REC_END; k++)
    if (known ((uint8_t)k) && facts_records[k].in_body)
      instructions += n.of[k];
  f->n_blocks = n.of[REC_block];
  f->blocks = ARENA_ARRAY (r->arena, f->n_blocks, struct block);
  f->locals = ARENA_ARRAY (r->arena, (size_t)n.of[REC_local] + 1, struct rec_local);
  f->records = ARENA_ARRAY (r->arena, instructions, struct record *);
  f->value_types = f->value_names = f->value_defs = ARENA_NEW (r->arena, uint32_t);
  *s = (struct body_state){.f = f,
                           .edges = ARENA_ARRAY (r->arena, n.of[REC_edge], struct edge),
                           .cases = ARENA_ARRAY (r->arena, n.of[REC_case], struct rec_case)};
}

/* The tables of a unit: where its array and its length are, and the number of its first entry. */
static const struct table {
  uint8_t kind, first;
  uint16_t array, count, size;
} tables[] = {
#define TABLE(kind, first, member, type) \
  {REC_##kind, first, offsetof (struct unit, member), offsetof (struct unit, n_##member), \
   sizeof (type)}
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

static void make_tables (struct reader *r, struct cursor c)
{
  struct counts n = {{0}};
  while (c.p < c.end && !c.why) {
    uint8_t kind;
    struct cursor body;
    count_records (&c, &n);
    if (next_record (&c, &kind, &body))
      n.of[kind]++;
  }
  if (c.why)
    fail (&r->c, c.why);
  for (unsigned i = 0; i < N_TABLES; i++) {
    const struct table *t = &tables[i];
    *(uint32_t *)((char *)r->unit + t->count) = n.of[t->kind];
    *(void **)((char *)r->unit + t->array)
        = arena_array (r->arena, (size_t)n.of[t->kind] + t->first, t->size);
  }
}

/* The next free entry of the table of KIND, or NULL if there is no such table. */
static void *next_entry (struct reader *r, uint8_t kind)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    const struct table *t = &tables[i];
    if (t->kind == kind) {
      char *array = *(char **)((char *)r->unit + t->array);
      return array + (size_t)t->size * (t->first + r->filled[kind]++);
    }
  }
  return NULL;
}

static void put_string (struct reader *r, struct cursor body)
{
  struct rec_string s = {{0}, {0}};
  decode (r, body, REC_string, &s);
  *(const char **)next_entry (r, REC_string) = s.text.v ? s.text.v : "";
}

static void put_field_of_type (struct reader *r, struct cursor body)
{
  struct rec_field *f = next_entry (r, REC_field);
  if (!r->filled[REC_type]) {
    fail (&r->c, "field without a type");
    return;
  }
  struct type *t = &r->unit->types[r->filled[REC_type]];
  if (!t->fields)
    t->fields = f;
  t->n_fields++;
  decode (r, body, REC_field, f);
}

static void put_top_record (struct reader *r, uint8_t kind, struct cursor body)
{
  if (kind == REC_string) {
    put_string (r, body);
  } else if (kind == REC_field) {
    put_field_of_type (r, body);
  } else if (kind == REC_unit) {
    decode (r, body, kind, &r->unit->r);
  } else {
    if (kind == REC_type)
      memset (r->previous[REC_field], 0, sizeof r->previous[REC_field]);
    decode (r, body, kind, next_entry (r, kind));
  }
}

static bool in_table (int64_t number, uint32_t n)
{
  return number >= 0 && number <= n;
}

/* What a field's type alone does not check. */
static const char *check_tables (const struct unit *u)
{
  for (uint32_t i = 1; i <= u->n_locs; i++)
    if (!in_table (u->locs[i].file, u->n_files) || !in_table (u->locs[i].line, INT32_MAX))
      return "place in no file";
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *n = &u->inits[i];
    uint32_t targets = n->kind == IK_SYMBOL   ? u->n_symbols
                       : n->kind == IK_OBJECT ? u->n_objects
                                              : UINT32_MAX;
    if (n->object < 1 || !in_table (n->object, u->n_objects) || !in_table (n->target, targets))
      return "initialiser of nothing";
  }
  for (uint32_t i = 0; i < u->n_annotations; i++) {
    const struct rec_annotation *a = &u->annotations[i];
    bool on_type = a->target == AT_FIELD || a->target == AT_TYPE;
    if (a->item < 1 || a->item > (on_type ? u->n_types : u->n_symbols))
      return "annotation of nothing";
  }
  return NULL;
}

static void read_records (struct reader *r, struct cursor c)
{
  struct body_state state = {0};
  uint8_t kind;
  struct cursor body;
  while (!r->c.why && next_record (&c, &kind, &body)) {
    if (!known (kind)) {
      r->unit->unknown_records++;
    } else if (kind == REC_function) {
      start_function (r, &state, body, c);
    } else if (!facts_records[kind].in_body) {
      put_top_record (r, kind, body);
    } else if (!state.f) {
      fail (&r->c, "instruction outside a function");
    } else {
      put_body_record (r, &state, kind, body);
    }
  }
}

struct unit *facts_read (const struct facts_blob *blob, const char *object, struct arena *arena,
                         const char **why)
{
  struct reader *r = ARENA_NEW (arena, struct reader);
  struct cursor all = {blob->payload, blob->payload + blob->size, NULL};
  r->arena = arena;
  r->unit = ARENA_NEW (arena, struct unit);
  r->unit->object = arena_strdup (arena, object);
  make_tables (r, all);
  r->unit->strings[0] = "";
  if (!r->c.why)
    read_records (r, all);
  *why = r->c.why ? r->c.why : check_tables (r->unit);
  return *why ? NULL : r->unit;
}

/* Blobs */

static uint64_t get_fixed (const uint8_t *p, int bytes)
{
  uint64_t x = 0;
  for (int i = bytes; i-- > 0;)
    x = x << 8 | p[i];
  return x;
}

static const uint8_t *find_magic (const uint8_t *p, const uint8_t *end)
{
  const uint8_t *found = memmem (p, (size_t)(end - p), FACTS_MAGIC, 8);
  return found ? found : end;
}

enum facts_result facts_next_blob (const uint8_t **p, const uint8_t *end, struct facts_blob *b,
                                   const char **why)
{
  const uint8_t *start = *p;
  while (start < end && !*start)
    start++;
  if (start == end)
    return start == *p ? FACTS_DONE : (*p = end, FACTS_DONE);
  size_t room = (size_t)(end - start);
  bool magic = room >= 8 && !memcmp (start, FACTS_MAGIC, 8);
  *p = find_magic (start + 1, end); /* where to go on if this one is damaged */
  *why = !magic ? "not facts" : "cut off";
  if (!magic || room < FACTS_HEADER_SIZE)
    return FACTS_DAMAGED;
  uint64_t length = get_fixed (start + 16, 8);
  if (length > room - FACTS_HEADER_SIZE)
    return FACTS_DAMAGED;
  *b = (struct facts_blob){start + FACTS_HEADER_SIZE, length, (uint32_t)get_fixed (start + 8, 4),
                           (uint32_t)get_fixed (start + 12, 4)};
  if (xcrc32 (b->payload, (int)length, FACTS_CHECKSUM_START) != b->checksum) {
    *why = "damaged: the checksum is wrong";
    return FACTS_DAMAGED;
  }
  *p = b->payload + length;
  if (b->version == FACTS_VERSION)
    return FACTS_OK;
  *why = b->version > FACTS_VERSION ? "written by a newer racecheck" : "written by an older racecheck";
  return FACTS_DAMAGED;
}
