/* Decodes the fields of records: numbers, operands, addresses, places.

   Nothing in a blob is trusted: every number is checked against its table as it is decoded.  A
   count is believed only as far as bytes are left for what it counts, so that memory stays
   proportional to the input. */

#include "facts-decode.h"
#include "arena.h"
#include "wrap.h"

void decode_fail (struct decoder *d, const char *why)
{
  if (!d->c.why)
    d->c.why = why;
  d->c.p = d->c.end;
}

uint64_t decode_u (struct decoder *d)
{
  struct cursor *c = &d->c;
  if (c->p < c->end && *c->p < 0x80)
    return *c->p++;
  uint64_t x = 0;
  for (unsigned shift = 0; c->p < c->end; shift += 7) {
    uint8_t byte = *c->p++;
    if (shift == 63 && byte > 1) {
      decode_fail (d, "number too large");
      return 0;
    }
    x |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return x;
  }
  if (!c->missing)
    decode_fail (d, "field cut off");
  return 0;
}

static int64_t unzigzag (uint64_t x)
{
  return (int64_t)(x >> 1) ^ -(int64_t)(x & 1);
}

static int64_t get_s (struct decoder *d)
{
  return unzigzag (decode_u (d));
}

/* A number that must be at most LIMIT. */
static uint32_t get_number (struct decoder *d, uint64_t limit, const char *why)
{
  uint64_t x = decode_u (d);
  if (x > limit || x > UINT32_MAX) {
    decode_fail (d, why);
    return 0;
  }
  return (uint32_t)x;
}

/* N things of which each takes at least BYTES. */
static uint32_t check_count (struct decoder *d, uint64_t n, unsigned bytes)
{
  if (n > (uint64_t)(d->c.end - d->c.p) / bytes) {
    decode_fail (d, "list longer than its record");
    return 0;
  }
  return (uint32_t)n;
}

static uint32_t get_count (struct decoder *d)
{
  return check_count (d, decode_u (d), 1);
}

static uint32_t get_type (struct decoder *d)
{
  return get_number (d, d->unit->n_types, "no such type");
}

static uint32_t get_string (struct decoder *d)
{
  return get_number (d, d->unit->n_strings, "no such string");
}

static uint32_t check_value (struct decoder *d, int64_t value)
{
  if (!d->function || value < 1 || value > d->function->n_values) {
    decode_fail (d, "no such value");
    return 0;
  }
  return (uint32_t)value;
}

/* Wraps instead of overflowing, which check_value then refuses. */
static uint32_t coded_value (struct decoder *d, uint64_t distance)
{
  return check_value (d, (int64_t)((uint64_t)d->next_def - (uint64_t)unzigzag (distance)));
}

static void get_address (struct decoder *, struct address *);

static void set_base (struct decoder *d, struct address *a, enum base_kind kind, uint64_t number)
{
  uint64_t limit = kind == BASE_SYMBOL   ? d->unit->n_symbols
                   : kind == BASE_OBJECT ? d->unit->n_objects
                                         : d->locals.n;
  if (number < 1 || number > limit) {
    decode_fail (d, "address of something that is not there");
    return;
  }
  a->base_kind = (uint8_t)kind;
  a->base = (uint32_t)number;
}

/* The type of what the base of A is, or points to. */
static uint32_t type_of_base (const struct decoder *d, const struct address *a)
{
  const struct unit *u = d->unit;
  switch (a->base_kind) {
  case BASE_VALUE: {
    const struct type *t = &u->types[a->base ? d->function->value_types[a->base] : 0];
    return t->r.kind == TK_POINTER ? t->r.target : 0;
  }
  case BASE_OBJECT:
    return u->objects[a->base].type;
  case BASE_LOCAL:
    return d->locals.v[a->base - 1].type;
  default:
    return 0;
  }
}

static void plain_address (struct decoder *d, uint64_t code, struct address *a)
{
  static const uint8_t kinds[] = {BASE_SYMBOL, BASE_OBJECT, BASE_LOCAL};
  set_base (d, a, kinds[code % 3], code / 3);
  a->root = type_of_base (d, a);
}

static void get_operand (struct decoder *d, struct operand *o)
{
  uint64_t x = decode_u (d);
  switch (x & 3) {
  case 0:
    o->kind = OPND_OTHER;
    if (x >> 2 >= other_operand_names.n) {
      decode_fail (d, "no such operand");
    } else if (x >> 2 == OO_WIDE) {
      o->kind = OPND_INT;
      o->u.number = get_s (d);
    } else {
      o->other = (uint8_t)(x >> 2);
    }
    break;
  case 1:
    o->kind = OPND_VALUE;
    o->value = coded_value (d, x >> 2);
    break;
  case 2:
    o->kind = OPND_INT;
    o->u.number = unzigzag (x >> 2);
    break;
  case 3:
    o->kind = x >> 2 == 1 ? OPND_CONTENTS : OPND_ADDRESS;
    o->u.addr = ARENA_NEW (d->arena, struct address);
    if (x >> 2 > 1)
      plain_address (d, (x >> 2) - 2, o->u.addr);
    else
      get_address (d, o->u.addr);
    break;
  }
}

static void get_base (struct decoder *d, struct address *a)
{
  uint64_t x = decode_u (d);
  switch (x & 3) {
  case 0:
    break;
  case 1:
    a->base_kind = BASE_VALUE;
    a->base = coded_value (d, x >> 2);
    break;
  case 2:
    set_base (d, a, x & 4 ? BASE_LOCAL : BASE_OBJECT, x >> 3);
    break;
  case 3:
    set_base (d, a, BASE_SYMBOL, x >> 2);
    break;
  }
}

/* Takes one step from a thing of type *TYPE to one of its parts: adds to *BITS, and changes *TYPE.
   False if there is no such part. */
static bool follow (const struct unit *u, const struct step *s, uint32_t *type, int64_t *bits)
{
  const struct type *t = &u->types[*type];
  if (!*type)
    return false;
  if (s->kind == STEP_FIELD) {
    if (s->n >= t->n_fields)
      return false;
    *bits = wrapping_add (*bits, t->fields[s->n].bitoff);
    *type = t->fields[s->n].type;
    return true;
  }
  if (s->kind > STEP_INDEX || t->r.kind != TK_ARRAY || !t->r.target)
    return false;
  *type = t->r.target;
  if (s->kind == STEP_CONSTANT)
    *bits = wrapping_add (*bits, wrapping_mul (s->n, (int64_t)u->types[*type].r.bits));
  return true;
}

static void get_steps (struct decoder *d, struct address *a, uint64_t n)
{
  uint32_t type = a->root;
  a->n_steps = check_count (d, n, 1);
  a->steps = ARENA_ARRAY (d->arena, a->n_steps, struct step);
  for (uint32_t i = 0; i < a->n_steps && !d->c.why; i++) {
    uint64_t s = decode_u (d);
    a->steps[i].kind = s & 3;
    a->steps[i].n = (s & 3) == STEP_CONSTANT ? unzigzag (s >> 2) : (int64_t)(s >> 2);
    if (!follow (d->unit, &a->steps[i], &type, &a->path_bits))
      decode_fail (d, "path that leads nowhere");
  }
}

static void get_indices (struct decoder *d, struct address *a, uint64_t n)
{
  enum { SMALLEST_INDEX = 3 }; /* operand, stride, bound */
  a->n_indices = check_count (d, n, SMALLEST_INDEX);
  a->indices = ARENA_ARRAY (d->arena, a->n_indices, struct address_index);
  for (uint32_t i = 0; i < a->n_indices && !d->c.why; i++) {
    get_operand (d, &a->indices[i].index);
    a->indices[i].stride = decode_u (d);
    a->indices[i].bound = decode_u (d);
    if (a->indices[i].stride || !(a->indices[i].bound & INDEX_SCALED))
      continue;
    a->indices[i].bound &= ~INDEX_SCALED;
    get_operand (d, &a->indices[i].scale);
    a->indices[i].unit = decode_u (d);
  }
}

/* Enters something that may hold another of its kind; false if that goes on for too long. */
static bool descend (struct decoder *d)
{
  enum { DEEPEST = 8 };
  if (d->depth == DEEPEST) {
    decode_fail (d, "nested too deeply");
    return false;
  }
  d->depth++;
  return true;
}

static void get_address (struct decoder *d, struct address *a)
{
  enum { MANY_STEPS = 7 };
  if (!descend (d))
    return;
  get_base (d, a);
  uint64_t x = decode_u (d);
  int64_t offset = x & 1 ? get_s (d) : 0;
  a->root = x & 2 ? get_type (d) : type_of_base (d, a);
  uint64_t steps = x >> 2 & MANY_STEPS;
  get_steps (d, a, steps == MANY_STEPS ? decode_u (d) : steps);
  get_indices (d, a, x >> 5);
  a->bitoff = wrapping_add (offset, a->path_bits);
  d->depth--;
}

static void get_numbers (struct decoder *d, struct number_list *l, uint64_t limit, const char *why)
{
  l->n = get_count (d);
  l->v = ARENA_ARRAY (d->arena, l->n, uint32_t);
  for (uint32_t i = 0; i < l->n; i++)
    l->v[i] = get_number (d, limit, why);
}

static void get_operands (struct decoder *d, struct operand_list *l)
{
  l->n = get_count (d);
  l->v = ARENA_ARRAY (d->arena, l->n, struct operand);
  for (uint32_t i = 0; i < l->n; i++)
    get_operand (d, &l->v[i]);
}

static void get_edges (struct decoder *d, struct flow_edge_list *l)
{
  l->n = get_count (d);
  l->v = ARENA_ARRAY (d->arena, l->n, struct flow_edge);
  for (uint32_t i = 0; i < l->n; i++) {
    uint64_t x = decode_u (d), kind = x & 7;
    int64_t target = wrapping_add (unzigzag (x >> 3), d->n_blocks);
    if (target < 0 || target >= d->function->n_blocks || kind >= edge_kind_names.n) {
      decode_fail (d, "edge to a block that is not there");
      return;
    }
    l->v[i] = (struct flow_edge){(uint32_t)target, (uint8_t)kind};
  }
}

/* The block after the last stands for the entry. */
static void get_blocks (struct decoder *d, struct number_list *l)
{
  l->n = get_count (d);
  l->v = ARENA_ARRAY (d->arena, l->n, uint32_t);
  for (uint32_t i = 0; i < l->n; i++) {
    int64_t block = wrapping_add (get_s (d), (int64_t)d->n_blocks - 1);
    if (block < 0 || block > d->function->n_blocks) {
      decode_fail (d, "predecessor that is not there");
      return;
    }
    l->v[i] = (uint32_t)block;
  }
}

enum { LOC_SAME, LOC_NONE, LOC_EARLIER, LOC_NEW };

static uint32_t get_loc (struct decoder *);

/* A place that was not told before, of which the first number is LOC_NEW + X. */
static uint32_t get_new_loc (struct decoder *d, uint64_t x)
{
  struct rec_loc *last = &d->last_new, l = {{REC_loc, 0, 0}, 0, 0, 0, 0, 0, 0, 0};
  if (!descend (d))
    return 0;
  l.line = wrapping_add (last->line, unzigzag (x >> 2));
  l.column = wrapping_add (last->column, get_s (d));
  l.finish = get_s (d);
  if (x & 1)
    l.start = get_s (d);
  l.file = last->file;
  *last = l;
  if (x & 2) {
    last->file = l.file = wrapping_add (l.file, get_s (d));
    l.flags = get_number (d, UINT32_MAX, "no such flags");
    l.lines = decode_u (d);
    l.r.loc = get_loc (d);
  }
  d->depth--;
  /* Only now, because the place inside the macro has taken a number before this one. */
  uint64_t number = d->first_new_loc + (uint64_t)d->new_locs;
  if (d->c.why || number > d->unit->n_locs) {
    decode_fail (d, "more places than the unit has");
    return 0;
  }
  d->new_locs++;
  d->unit->locs[number] = l;
  return (uint32_t)number;
}

/* A place inside a function; its number. */
static uint32_t get_loc (struct decoder *d)
{
  uint64_t x = decode_u (d);
  if (x == LOC_SAME)
    return d->last_loc;
  uint32_t number = 0;
  if (x == LOC_EARLIER) {
    uint64_t n = decode_u (d);
    if (n < d->new_locs)
      number = d->first_new_loc + d->new_locs - 1 - (uint32_t)n;
    else
      decode_fail (d, "no such place");
  } else if (x >= LOC_NEW) {
    number = get_new_loc (d, x - LOC_NEW);
  }
  return d->last_loc = number;
}

static void get_def (struct decoder *d, struct record *rec)
{
  uint64_t x = decode_u (d);
  if (x)
    rec->dst = check_value (d, wrapping_add (unzigzag (x - 1), d->next_def));
}

static void get_field (struct decoder *d, struct record *rec, const struct field_desc *f,
                       int64_t *previous)
{
  void *p = (char *)rec + f->offset;
  switch ((enum field_type)f->type) {
  case FT_U:
    *(uint64_t *)p = decode_u (d);
    break;
  case FT_S:
    *(int64_t *)p = get_s (d);
    break;
  case FT_DELTA:
    *previous = *(int64_t *)p = (int64_t)((uint64_t)*previous + (uint64_t)get_s (d));
    break;
  case FT_ENUM:
    *(uint32_t *)p = get_number (d, f->names->n - 1, "no such name");
    break;
  case FT_FLAGS:
    *(uint32_t *)p = get_number (d, UINT32_MAX, "no such flags");
    break;
  case FT_STR:
    *(uint32_t *)p = get_string (d);
    break;
  case FT_TYPE:
    *(uint32_t *)p = get_type (d);
    break;
  case FT_SYM:
    *(uint32_t *)p = get_number (d, d->unit->n_symbols, "no such symbol");
    break;
  case FT_LOC:
    rec->loc = facts_records[rec->kind].in_body ? get_loc (d)
                                                : get_number (d, d->unit->n_locs, "no such place");
    break;
  case FT_DEF:
    get_def (d, rec);
    break;
  case FT_OPND:
    get_operand (d, p);
    break;
  case FT_ADDR:
    get_address (d, p);
    break;
  case FT_TYPES:
    get_numbers (d, p, d->unit->n_types, "no such type");
    break;
  case FT_STRS:
    get_numbers (d, p, d->unit->n_strings, "no such string");
    break;
  case FT_NUMS:
    get_numbers (d, p, UINT32_MAX, "number too large");
    break;
  case FT_OPNDS:
    get_operands (d, p);
    break;
  case FT_EDGES:
    get_edges (d, p);
    break;
  case FT_BLOCKS:
    get_blocks (d, p);
    break;
  case FT_BYTES: {
    struct bytes *b = p;
    b->n = (uint32_t)(d->c.end - d->c.p);
    b->v = arena_memdup0 (d->arena, d->c.p, b->n);
    d->c.p = d->c.end;
    break;
  }
  case FT_CORE:
    break;
  }
}

/* In the short form the fields end at the mark, and those behind it are missing.  In the long form
   those are missing for which there are no bytes. */
void decode_record (struct decoder *d, struct head h, struct record *rec)
{
  const struct record_desc *desc = &facts_records[h.kind];
  const uint8_t *end = d->c.end;
  int64_t *previous = d->previous[h.kind];
  bool all = h.is_short;
  rec->kind = h.kind;
  for (unsigned i = 0; i < desc->n_fields && !d->c.why; i++) {
    const struct field_desc *f = &desc->fields[i];
    if (f->type == FT_CORE && h.is_short) {
      d->c.end = d->c.p;
      all = false;
    }
    d->c.missing = !all && d->c.p == d->c.end;
    if (f->type == FT_DEF && h.next)
      rec->dst = check_value (d, d->next_def);
    else
      get_field (d, rec, f, previous);
    if (f->type == FT_DELTA)
      previous++;
  }
  d->c.end = end;
  if (rec->dst)
    d->next_def = rec->dst + 1;
}

void decode_start_function (struct decoder *d, struct function *f)
{
  d->function = f;
  d->last_loc = d->n_blocks = 0;
  d->next_def = 1;
  d->locals.n = 0;
}
