/* Reads facts: one blob in, one struct unit out, or a reason why not.

   Nothing in a blob is trusted: the checksum finds accidents, the decoder must survive everything
   else.  The unit's record tells how long each table is, so that every number can be checked as it
   is decoded.  A count is believed only as far as bytes are left for what it counts, so that memory
   stays proportional to the input. */

#include "unit.h"
#include "arena.h"
#include "vec.h"

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
  struct cursor c;    /* the record being read */
  const uint8_t *end; /* of the unit */
  int64_t previous[REC_END][4];
  uint32_t last_loc, next_def;
  uint32_t first_new_loc, new_locs; /* number of the first told inside functions, and how many */
  struct rec_loc last_new;
  uint32_t depth;           /* of operands inside addresses inside operands */
  uint32_t filled[REC_END]; /* entries decoded so far, by table */

  /* The function whose body is being read, or NULL; what is not counted in advance grows here. */
  struct function *function;
  struct block *block; /* NULL before the first */
  uint32_t n_blocks;
  VEC (struct record *) records;
  VEC (struct rec_local) locals;
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
  return check_value (r, (int64_t)((uint64_t)r->next_def - (uint64_t)unzigzag (distance)));
}

static void get_address (struct reader *, struct address *);

static void set_base (struct reader *r, struct address *a, enum base_kind kind, uint64_t number)
{
  uint64_t limit = kind == BASE_SYMBOL   ? r->unit->n_symbols
                   : kind == BASE_OBJECT ? r->unit->n_objects
                                         : r->locals.n;
  if (number < 1 || number > limit) {
    fail (&r->c, "address of something that is not there");
    return;
  }
  a->base_kind = (uint8_t)kind;
  a->base = (uint32_t)number;
}

/* The type of what the base of A is, or points to. */
static uint32_t type_of_base (const struct reader *r, const struct address *a)
{
  const struct unit *u = r->unit;
  switch (a->base_kind) {
  case BASE_VALUE: {
    const struct type *t = &u->types[a->base ? r->function->value_types[a->base] : 0];
    return t->r.kind == TK_POINTER ? t->r.target : 0;
  }
  case BASE_OBJECT:
    return u->objects[a->base].type;
  case BASE_LOCAL:
    return r->locals.v[a->base - 1].type;
  default:
    return 0;
  }
}

static void plain_address (struct reader *r, uint64_t code, struct address *a)
{
  static const uint8_t kinds[] = {BASE_SYMBOL, BASE_OBJECT, BASE_LOCAL};
  set_base (r, a, kinds[code % 3], code / 3);
  a->root = type_of_base (r, a);
}

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
    o->kind = x >> 2 == 1 ? OPND_CONTENTS : OPND_ADDRESS;
    o->u.addr = ARENA_NEW (r->arena, struct address);
    if (x >> 2 > 1)
      plain_address (r, (x >> 2) - 2, o->u.addr);
    else
      get_address (r, o->u.addr);
    break;
  }
}

static void get_base (struct reader *r, struct address *a)
{
  uint64_t x = get_u (&r->c);
  switch (x & 3) {
  case 0:
    break;
  case 1:
    a->base_kind = BASE_VALUE;
    a->base = coded_value (r, x >> 2);
    break;
  case 2:
    set_base (r, a, x & 4 ? BASE_LOCAL : BASE_OBJECT, x >> 3);
    break;
  case 3:
    set_base (r, a, BASE_SYMBOL, x >> 2);
    break;
  }
}

static int64_t wrapping_add (int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Takes one step from a thing of type T: adds to *BITS, and returns the type it leads to. */
static uint32_t follow (const struct unit *u, uint32_t type, const struct step *s, int64_t *bits)
{
  const struct type *t = type ? &u->types[type] : NULL;
  if (!t)
    return 0;
  if (s->kind == STEP_FIELD) {
    if (s->n >= t->n_fields)
      return 0;
    *bits = wrapping_add (*bits, t->fields[s->n].bitoff);
    return t->fields[s->n].type;
  }
  if (t->r.kind != TK_ARRAY || !t->r.target)
    return 0;
  if (s->kind == STEP_CONSTANT)
    *bits = wrapping_add (*bits,
                          (int64_t)((uint64_t)s->n * u->types[t->r.target].r.bits));
  return t->r.target;
}

static void get_steps (struct reader *r, struct address *a, uint64_t n)
{
  uint32_t type = a->root;
  if (n > (uint64_t)(r->c.end - r->c.p)) {
    fail (&r->c, "list longer than its record");
    return;
  }
  a->n_steps = (uint32_t)n;
  a->steps = ARENA_ARRAY (r->arena, a->n_steps, struct step);
  for (uint32_t i = 0; i < a->n_steps && !r->c.why; i++) {
    uint64_t s = get_u (&r->c);
    a->steps[i].kind = s & 3;
    a->steps[i].n = (s & 3) == STEP_CONSTANT ? unzigzag (s >> 2) : (int64_t)(s >> 2);
    if ((s & 3) > STEP_INDEX || !(type = follow (r->unit, type, &a->steps[i], &a->path_bits)))
      fail (&r->c, "path that leads nowhere");
  }
}

static void get_indices (struct reader *r, struct address *a, uint64_t n)
{
  if (n > (uint64_t)(r->c.end - r->c.p)) {
    fail (&r->c, "list longer than its record");
    return;
  }
  a->n_indices = (uint32_t)n;
  a->indices = ARENA_ARRAY (r->arena, a->n_indices, struct address_index);
  for (uint32_t i = 0; i < a->n_indices && !r->c.why; i++) {
    get_operand (r, &a->indices[i].index);
    a->indices[i].stride = get_u (&r->c);
    a->indices[i].bound = get_u (&r->c);
  }
}

static void get_address (struct reader *r, struct address *a)
{
  enum { DEEPEST = 8, MANY_STEPS = 7 };
  if (r->depth >= DEEPEST) {
    fail (&r->c, "addresses nested too deeply");
    return;
  }
  r->depth++;
  get_base (r, a);
  uint64_t x = get_u (&r->c);
  int64_t offset = x & 1 ? get_s (&r->c) : 0;
  a->root = x & 2 ? get_type (r) : type_of_base (r, a);
  uint64_t steps = x >> 2 & MANY_STEPS;
  get_steps (r, a, steps == MANY_STEPS ? get_u (&r->c) : steps);
  get_indices (r, a, x >> 5);
  a->bitoff = wrapping_add (offset, a->path_bits);
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

static void get_edges (struct reader *r, struct flow_edge_list *l)
{
  l->n = get_count (&r->c);
  l->v = ARENA_ARRAY (r->arena, l->n, struct flow_edge);
  for (uint32_t i = 0; i < l->n; i++) {
    uint64_t x = get_u (&r->c), kind = x & 7;
    int64_t target = wrapping_add (unzigzag (x >> 3), r->n_blocks);
    if (target < 0 || target >= r->function->n_blocks || kind >= edge_kind_names.n) {
      fail (&r->c, "edge to a block that is not there");
      return;
    }
    l->v[i] = (struct flow_edge){(uint32_t)target, (uint8_t)kind};
  }
}

/* The block after the last stands for the entry. */
static void get_blocks (struct reader *r, struct number_list *l)
{
  l->n = get_count (&r->c);
  l->v = ARENA_ARRAY (r->arena, l->n, uint32_t);
  for (uint32_t i = 0; i < l->n; i++) {
    int64_t block = wrapping_add (get_s (&r->c), (int64_t)r->n_blocks - 1);
    if (block < 0 || block > r->function->n_blocks) {
      fail (&r->c, "predecessor that is not there");
      return;
    }
    l->v[i] = (uint32_t)block;
  }
}

/* A place inside a function; its number. */
static uint32_t get_loc (struct reader *r)
{
  enum { SAME, NONE, EARLIER, NEW };
  uint64_t x = get_u (&r->c);
  if (x == SAME)
    return r->last_loc;
  if (x == NONE)
    return r->last_loc = 0;
  if (x == EARLIER) {
    uint64_t n = get_u (&r->c);
    if (n >= r->new_locs) {
      fail (&r->c, "no such place");
      return 0;
    }
    return r->last_loc = r->first_new_loc + r->new_locs - 1 - (uint32_t)n;
  }
  if (r->depth++ > 1 || r->first_new_loc + (uint64_t)r->new_locs > r->unit->n_locs) {
    fail (&r->c, "more places than the unit has");
    return 0;
  }
  struct rec_loc *last = &r->last_new, l = {{REC_loc, 0, 0}, 0, 0, 0, 0, 0, 0, 0};
  l.line = wrapping_add (last->line, unzigzag ((x - NEW) >> 2));
  l.column = wrapping_add (last->column, get_s (&r->c));
  l.finish = get_s (&r->c);
  if ((x - NEW) & 1)
    l.start = get_s (&r->c);
  l.file = last->file;
  *last = l;
  if ((x - NEW) & 2) {
    last->file = l.file = wrapping_add (l.file, get_s (&r->c));
    l.flags = get_number (&r->c, UINT32_MAX, "no such flags");
    l.lines = get_u (&r->c);
    l.r.loc = get_loc (r);
  }
  r->depth--;
  if (r->c.why)
    return 0;
  uint32_t number = r->first_new_loc + r->new_locs++;
  r->unit->locs[number] = l;
  return r->last_loc = number;
}

static void get_def (struct reader *r, struct record *rec)
{
  uint64_t x = get_u (&r->c);
  if (x)
    rec->dst = check_value (r, wrapping_add (unzigzag (x - 1), r->next_def));
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
    rec->loc = facts_records[rec->kind].in_body
                   ? get_loc (r)
                   : get_number (&r->c, r->unit->n_locs, "no such place");
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
  case FT_EDGES:
    get_edges (r, p);
    break;
  case FT_BLOCKS:
    get_blocks (r, p);
    break;
  case FT_BYTES: {
    struct bytes *b = p;
    b->n = (uint32_t)(r->c.end - r->c.p);
    b->v = arena_memdup0 (r->arena, r->c.p, b->n);
    r->c.p = r->c.end;
    break;
  }
  case FT_CORE:
    break;
  }
}

/* The head of a record. */
struct head {
  uint8_t kind;
  bool is_short, next;
};

static bool known (uint8_t kind)
{
  return facts_records[kind].name != NULL;
}

/* Decodes the fields at r->c into REC, which is zero.  In the short form they end at the mark, and
   those behind it are missing. */
static void get_fields (struct reader *r, struct head h, struct record *rec)
{
  const struct record_desc *d = &facts_records[h.kind];
  const uint8_t *end = r->c.end;
  int64_t *previous = r->previous[h.kind];
  rec->kind = h.kind;
  for (unsigned i = 0; i < d->n_fields && !r->c.why; i++) {
    const struct field_desc *f = &d->fields[i];
    if (f->type == FT_CORE && h.is_short)
      r->c.end = r->c.p;
    if (f->type == FT_DEF && h.next)
      rec->dst = check_value (r, r->next_def);
    else
      get_field (r, rec, f, previous);
    if (f->type == FT_DELTA)
      previous++;
  }
  r->c.end = end;
  if (rec->dst)
    r->next_def = rec->dst + 1;
}

/* Functions */

static void finish_function (struct reader *r)
{
  struct function *f = r->function;
  if (!f)
    return;
  if (r->n_blocks != f->n_blocks)
    fail (&r->c, "function with missing blocks");
  f->n_records = r->records.n;
  f->records = ARENA_ARRAY (r->arena, f->n_records, struct record *);
  if (f->n_records)
    memcpy (f->records, r->records.v, f->n_records * sizeof *f->records);
  f->n_locals = r->locals.n;
  f->locals = ARENA_ARRAY (r->arena, (size_t)f->n_locals + 1, struct rec_local);
  if (f->n_locals)
    memcpy (f->locals + 1, r->locals.v, f->n_locals * sizeof *f->locals);
  for (uint32_t i = 1; i <= f->n_locals; i++)
    if (f->locals[i].value > f->n_values)
      fail (&r->c, "no such value");
  r->function = NULL;
}

static void start_function (struct reader *r)
{
  struct function *f = r->function;
  r->last_loc = r->n_blocks = 0;
  r->next_def = 1;
  r->block = NULL;
  r->records.n = r->locals.n = 0;
  if (!f->r.symbol || !f->r.blocks || f->r.blocks > (uint64_t)(r->end - r->c.p)) {
    fail (&r->c, "function without a name or without blocks");
    return;
  }
  f->n_blocks = (uint32_t)f->r.blocks;
  f->blocks = ARENA_ARRAY (r->arena, f->n_blocks, struct block);
  f->value_types = f->value_names = f->value_defs = ARENA_NEW (r->arena, uint32_t);
}

/* What the code of a value says: its type and its name. */
static void set_value (struct reader *r, const struct rec_values *v, uint32_t value, uint32_t code)
{
  struct function *f = r->function;
  if (code < f->n_params) {
    f->value_types[value] = r->locals.v[code].type;
    f->value_names[value] = r->locals.v[code].name;
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
    fail (&r->c, "value of no type");
}

static void put_values (struct reader *r, const struct rec_values *v)
{
  struct function *f = r->function;
  if (f->n_values || r->block || v->names.n != v->name_types.n) {
    fail (&r->c, "values out of place");
    return;
  }
  f->n_params = r->locals.n;
  f->n_values = v->codes.n;
  size_t n = (size_t)f->n_values + 1;
  f->value_types = ARENA_ARRAY (r->arena, n, uint32_t);
  f->value_names = ARENA_ARRAY (r->arena, n, uint32_t);
  f->value_defs = ARENA_ARRAY (r->arena, n, uint32_t);
  memset (f->value_defs, 0xff, n * sizeof (uint32_t));
  for (uint32_t i = 0; i < v->codes.n && !r->c.why; i++)
    set_value (r, v, i + 1, v->codes.v[i]);
}

static void put_local (struct reader *r, const struct rec_local *l)
{
  vec_push (&r->locals, *l);
  if (l->value >= r->next_def && l->value < UINT32_MAX)
    r->next_def = (uint32_t)l->value + 1;
}

static void put_block (struct reader *r, const struct rec_block *b)
{
  if (r->n_blocks == r->function->n_blocks) {
    fail (&r->c, "more blocks than the function has");
    return;
  }
  r->block = &r->function->blocks[r->n_blocks++];
  r->block->first = r->block->end = r->records.n;
  r->block->n_edges = b->edges.n;
  r->block->edges = b->edges.v;
}

/* What belongs together and is not said by single fields. */
static const char *misplaced (const struct reader *r, const struct record *rec)
{
  if (rec->kind == REC_phi && ((const struct rec_phi *)rec)->args.n != r->block->n_preds)
    return "phi that does not fit its block";
  if (rec->kind == REC_case && ((const struct rec_case *)rec)->edge >= r->block->n_edges)
    return "case of an edge that is not there";
  if (rec->dst && r->function->value_defs[rec->dst] != UINT32_MAX)
    return "value defined twice";
  return NULL;
}

static void put_instruction (struct reader *r, struct record *rec)
{
  const char *why = r->block ? misplaced (r, rec) : "instruction outside a block";
  if (why) {
    fail (&r->c, why);
    return;
  }
  if (rec->dst)
    r->function->value_defs[rec->dst] = r->records.n;
  vec_push (&r->records, rec);
  r->block->end = r->records.n;
}

static void get_body_record (struct reader *r, struct head h)
{
  if (!r->function) {
    fail (&r->c, "instruction outside a function");
    return;
  }
  struct record *rec = arena_alloc (r->arena, facts_records[h.kind].size);
  get_fields (r, h, rec);
  if (r->c.why)
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
    if (!r->block) {
      fail (&r->c, "instruction outside a block");
      break;
    }
    r->block->n_preds = ((struct rec_preds *)rec)->blocks.n;
    r->block->preds = ((struct rec_preds *)rec)->blocks.v;
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

static void make_tables (struct reader *r, const struct number_list *counts)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    const struct table *t = &tables[i];
    uint32_t n = t->kind < counts->n ? counts->v[t->kind] : 0;
    if (n > (uint64_t)(r->c.end - r->c.p)) {
      fail (&r->c, "table longer than the unit");
      return;
    }
    *(uint32_t *)((char *)r->unit + t->count) = n;
    *(void **)((char *)r->unit + t->array)
        = arena_array (r->arena, (size_t)n + t->first, t->size);
  }
  r->unit->strings[0] = "";
  /* Places told inside functions come behind those with a record. */
  struct unit *u = r->unit;
  if (u->r.new_locs > (uint64_t)(r->c.end - r->c.p)) {
    fail (&r->c, "table longer than the unit");
    return;
  }
  r->first_new_loc = u->n_locs + 1;
  u->n_locs += (uint32_t)u->r.new_locs;
  u->locs = ARENA_ARRAY (r->arena, (size_t)u->n_locs + 1, struct rec_loc);
}

/* The next free entry of the table of KIND, or NULL if the table is full. */
static void *next_entry (struct reader *r, uint8_t kind)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    const struct table *t = &tables[i];
    if (t->kind != kind)
      continue;
    uint32_t limit = kind == REC_loc ? r->first_new_loc - 1
                                     : *(uint32_t *)((char *)r->unit + t->count);
    if (r->filled[kind] >= limit)
      break;
    char *array = *(char **)((char *)r->unit + t->array);
    return array + (size_t)t->size * (t->first + r->filled[kind]++);
  }
  fail (&r->c, "more records than the unit has");
  return NULL;
}

static const char *missing_entries (const struct reader *r)
{
  for (unsigned i = 0; i < N_TABLES; i++) {
    uint32_t filled = r->filled[tables[i].kind];
    if (tables[i].kind == REC_loc)
      filled += r->new_locs;
    if (filled != *(uint32_t *)((char *)r->unit + tables[i].count))
      return "records are missing";
  }
  return NULL;
}

static void get_string_record (struct reader *r, struct head h)
{
  struct rec_string s = {{0}, {0}};
  get_fields (r, h, &s.r);
  const char **entry = next_entry (r, REC_string);
  if (entry)
    *entry = s.text.v ? s.text.v : "";
}

static void get_field_record (struct reader *r, struct head h)
{
  struct rec_field *f = next_entry (r, REC_field);
  if (!f || !r->filled[REC_type]) {
    fail (&r->c, "field without a type");
    return;
  }
  struct type *t = &r->unit->types[r->filled[REC_type]];
  if (!t->fields)
    t->fields = f;
  t->n_fields++;
  get_fields (r, h, &f->r);
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
    memset (r->previous[REC_field], 0, sizeof r->previous[REC_field]);
  struct record *entry = next_entry (r, h.kind);
  if (!entry)
    return;
  get_fields (r, h, entry);
  if (h.kind == REC_function && !r->c.why) {
    r->function = (struct function *)entry;
    start_function (r);
  }
}

/* Reads the record at *ALL and moves behind it. */
static void get_record (struct reader *r, struct cursor *all)
{
  uint8_t byte = *all->p++;
  struct head h = {byte & FACTS_KIND, (byte & FACTS_SHORT) != 0, (byte & FACTS_NEXT) != 0};
  r->c = *all;
  if (!h.is_short) {
    uint64_t length = get_u (&r->c);
    if (r->c.why || length > (uint64_t)(r->c.end - r->c.p)) {
      fail (&r->c, "record cut off");
      return;
    }
    all->p = r->c.end = r->c.p + length;
  }
  if (!known (h.kind)) {
    r->unit->unknown_records++;
    if (h.is_short)
      fail (&r->c, "unknown record without a length");
  } else if (facts_records[h.kind].in_body) {
    get_body_record (r, h);
  } else if (h.kind == REC_unit) {
    fail (&r->c, "a second unit");
  } else {
    get_top_record (r, h);
  }
  if (h.is_short)
    all->p = r->c.p;
}

/* The first record tells how long the tables are. */
static void get_unit_record (struct reader *r, struct cursor *all)
{
  r->c = *all;
  if (all->p == all->end || *r->c.p++ != REC_unit) {
    fail (&r->c, "no unit at the start");
    return;
  }
  uint64_t length = get_u (&r->c);
  if (length > (uint64_t)(r->c.end - r->c.p)) {
    fail (&r->c, "record cut off");
    return;
  }
  const uint8_t *body = r->c.p;
  all->p = body + length;
  /* Its strings are numbers of a table that is made only now. */
  r->unit->n_strings = UINT32_MAX;
  r->c.end = all->p;
  get_fields (r, (struct head){REC_unit, false, false}, &r->unit->r.r);
  r->c.p = r->c.end = all->end;
  if (!r->c.why) {
    r->c.p = all->p;
    make_tables (r, &r->unit->r.counts);
  }
}

static bool in_table (int64_t number, uint32_t n)
{
  return number >= 0 && number <= n;
}

/* What a field's type alone does not check. */
static const char *check_tables (const struct unit *u)
{
  if (u->r.key > u->n_strings || u->r.language > u->n_strings || u->r.directory > u->n_strings
      || u->r.compiler > u->n_strings)
    return "no such string";
  for (uint32_t i = 1; i <= u->n_locs; i++)
    if (!in_table (u->locs[i].file, u->n_files) || !in_table (u->locs[i].line, INT32_MAX)
        || !in_table (u->locs[i].column, INT32_MAX))
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

struct unit *facts_read (const struct facts_blob *blob, const char *object, struct arena *arena,
                         const char **why)
{
  struct reader *r = ARENA_NEW (arena, struct reader);
  struct cursor all = {blob->payload, blob->payload + blob->size, NULL};
  r->arena = arena;
  r->end = all.end;
  r->unit = ARENA_NEW (arena, struct unit);
  r->unit->object = arena_strdup (arena, object);
  get_unit_record (r, &all);
  while (!r->c.why && all.p < all.end)
    get_record (r, &all);
  if (!r->c.why)
    finish_function (r);
  vec_free (&r->records);
  vec_free (&r->locals);
  *why = r->c.why ? r->c.why : missing_entries (r);
  if (!*why)
    *why = check_tables (r->unit);
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
  if (start == end) {
    bool empty = start == *p;
    *p = end;
    *why = "only zeros";
    return empty || b->payload ? FACTS_DONE : FACTS_DAMAGED;
  }
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
