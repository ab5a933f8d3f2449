/* Random units: every kind of record with every field of the table at random, as far as the format
   allows, given to the writer and kept for comparison. */

#include "facts-samples.h"
#include "wrap.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Chance */

void chance_seed (struct chance *c, uint64_t seed)
{
  c->state = 88172645463325252u ^ seed * 0x9e3779b97f4a7c15u;
  c->state += !c->state;
}

static uint64_t next_random (struct chance *c)
{
  c->state ^= c->state << 13;
  c->state ^= c->state >> 7;
  c->state ^= c->state << 17;
  return c->state * 0x2545f4914f6cdd1du;
}

uint32_t below (struct chance *c, uint32_t n)
{
  return (uint32_t)((next_random (c) >> 32) * n >> 32);
}

bool one_in (struct chance *c, uint32_t n)
{
  return below (c, n) == 0;
}

/* Numbers around which encodings change, and any others of any length. */
uint64_t any_number (struct chance *c)
{
  static const uint64_t edges[] = {0, 1, 2, 63, 64, 127, 128, 8191, 8192, 16383, 16384, INT32_MAX,
                                   UINT32_MAX, UINT64_C (1) << 60, UINT64_C (1) << 61,
                                   UINT64_C (1) << 62, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX};
  if (one_in (c, 2))
    return below (c, 40);
  if (one_in (c, 2))
    return edges[below (c, sizeof edges / sizeof edges[0])] + below (c, 3) - 1;
  return next_random (c) >> below (c, 64);
}

/* Making */

struct maker {
  struct chance c;
  struct sample *s;
  struct facts_writer *w;
  unsigned size;
  uint32_t n_files, n_types, n_symbols, n_objects;
  struct sample_function *f;
  uint8_t *used; /* by value: defined already */
  uint32_t next; /* the value that NEXT would mean, if it goes on in order */
  uint32_t depth;
};

static void *keep (struct maker *m, const void *data, size_t size)
{
  void *copy = arena_alloc (&m->s->arena, size);
  memcpy (copy, data, size);
  return copy;
}

static uint32_t new_string (struct maker *m)
{
  char text[400];
  uint32_t n = 1 + below (&m->c, one_in (&m->c, 20) ? 390 : 12);
  for (uint32_t i = 0; i < n; i++)
    text[i] = (char)(one_in (&m->c, 30) ? 1 + below (&m->c, 255) : 'a' + below (&m->c, 26));
  if (one_in (&m->c, 10))
    text[0] = '&';
  text[n] = 0;
  uint32_t number = facts_string (m->w, text);
  if (number == m->s->strings.n)
    vec_push (&m->s->strings, keep (m, text, n + 1));
  ck_assert_str_eq (m->s->strings.v[number], text);
  return number;
}

static uint32_t any_string (struct maker *m)
{
  if (one_in (&m->c, 4))
    return 0;
  uint32_t n = below (&m->c, m->s->strings.n);
  return n && one_in (&m->c, 2) ? n : new_string (m);
}

static int64_t small_signed (struct maker *m)
{
  int64_t n = one_in (&m->c, 8) ? (int64_t)below (&m->c, INT32_MAX) : below (&m->c, 100);
  return one_in (&m->c, 2) ? -n : n;
}

static unsigned macro_depth (const struct sample *s, uint32_t loc)
{
  return loc ? 1 + macro_depth (s, s->locs.v[loc].r.loc) : 0;
}

static uint32_t any_loc (struct maker *m)
{
  struct sample *s = m->s;
  uint32_t n = below (&m->c, s->locs.n);
  if (one_in (&m->c, 4))
    return 0;
  if (n && one_in (&m->c, 2))
    return n;
  struct rec_loc l = {.r = {REC_loc, 0, 0}};
  l.line = llabs (small_signed (m));
  l.column = llabs (small_signed (m));
  l.finish = one_in (&m->c, 3) ? small_signed (m) : 0;
  l.start = one_in (&m->c, 3) ? small_signed (m) : 0;
  l.file = one_in (&m->c, 4) ? below (&m->c, m->n_files + 1) : m->n_files;
  l.flags = one_in (&m->c, 8) ? (uint32_t)any_number (&m->c) : 0;
  l.lines = one_in (&m->c, 8) ? below (&m->c, INT32_MAX) : 0;
  if (one_in (&m->c, 4)) {
    uint32_t spelled = any_loc (m);
    l.r.loc = macro_depth (s, spelled) < 7 ? spelled : 0;
  }
  uint32_t number = facts_loc (m->w, &l);
  ck_assert_uint_eq (number, s->locs.n);
  vec_push (&s->locs, l);
  return number;
}

static void fill_numbers (struct maker *m, const struct field_desc *f, struct number_list *l)
{
  l->n = below (&m->c, one_in (&m->c, 20) ? 200 : 5);
  l->v = ARENA_ARRAY (&m->s->arena, l->n, uint32_t);
  for (uint32_t i = 0; i < l->n; i++)
    l->v[i] = f->type == FT_TYPES  ? below (&m->c, m->n_types + 1)
              : f->type == FT_STRS ? any_string (m)
                                   : (uint32_t)any_number (&m->c);
}

static void fill_address (struct maker *m, struct address *a);

static void fill_operand (struct maker *m, struct operand *o)
{
  *o = (struct operand){0};
  switch (below (&m->c, 6)) {
  case 0:
    o->kind = OPND_OTHER;
    o->other = (uint8_t)below (&m->c, other_operand_END);
    if (o->other == OO_WIDE)
      o->other = OO_OPAQUE;
    break;
  case 1:
  case 2:
    if (m->f->n_values) {
      o->kind = OPND_VALUE;
      o->value = 1 + below (&m->c, m->f->n_values);
      break;
    }
    /* fall through */
  case 3:
    o->kind = OPND_INT;
    o->u.number = (int64_t)any_number (&m->c);
    break;
  default:
    if (m->depth >= 8)
      break;
    o->kind = one_in (&m->c, 2) ? OPND_ADDRESS : OPND_CONTENTS;
    o->u.addr = ARENA_NEW (&m->s->arena, struct address);
    fill_address (m, o->u.addr);
  }
}

static const struct rec_type *type_record (const struct sample *s, uint32_t type)
{
  return (const struct rec_type *)s->tables[REC_type].v[type];
}

uint32_t sample_base_type (const struct sample *s, const struct sample_function *f,
                           const struct address *a)
{
  if (a->base_kind == BASE_OBJECT)
    return ((const struct rec_object *)s->tables[REC_object].v[a->base])->type;
  if (a->base_kind == BASE_LOCAL)
    return ((const struct rec_local *)f->locals.v[a->base])->type;
  uint32_t type = a->base_kind == BASE_VALUE ? f->value_types[a->base] : 0;
  if (!type || type_record (s, type)->kind != TK_POINTER)
    return 0;
  return type_record (s, type)->target;
}

/* A step from a thing of *TYPE, which it changes; false where there is none. */
static bool fill_step (struct maker *m, struct step *step, uint32_t *type, int64_t *bits)
{
  const struct sample *s = m->s;
  if (!*type)
    return false;
  if (s->n_fields[*type]) {
    step->kind = STEP_FIELD;
    step->n = below (&m->c, s->n_fields[*type]);
    const struct rec_field *f = (const struct rec_field *)s->tables[REC_field]
                                    .v[s->first_field[*type] + (uint32_t)step->n];
    *bits = wrapping_add (*bits, f->bitoff);
    *type = f->type;
    return true;
  }
  if (type_record (s, *type)->kind != TK_ARRAY || !type_record (s, *type)->target)
    return false;
  *type = type_record (s, *type)->target;
  step->kind = one_in (&m->c, 2) ? STEP_INDEX : STEP_CONSTANT;
  if (step->kind == STEP_CONSTANT) {
    step->n = (int64_t)any_number (&m->c) >> 3; /* what fits into a step */
    *bits = wrapping_add (*bits, wrapping_mul (step->n, (int64_t)type_record (s, *type)->bits));
  }
  return true;
}

static void fill_base (struct maker *m, struct address *a)
{
  const uint32_t limits[] = {[BASE_VALUE] = m->f->n_values,
                             [BASE_OBJECT] = m->n_objects,
                             [BASE_LOCAL] = m->f->locals.n - 1,
                             [BASE_SYMBOL] = m->n_symbols};
  a->base_kind = (uint8_t)below (&m->c, BASE_SYMBOL + 1);
  if (!limits[a->base_kind])
    a->base_kind = BASE_NONE;
  else
    a->base = 1 + below (&m->c, limits[a->base_kind]);
}

static void fill_address (struct maker *m, struct address *a)
{
  *a = (struct address){0};
  fill_base (m, a);
  if (one_in (&m->c, 4))
    return;
  m->depth++;
  if (one_in (&m->c, 3))
    a->root = below (&m->c, m->n_types + 1);
  uint32_t type = a->root ? a->root : sample_base_type (m->s, m->f, a);
  uint32_t most = below (&m->c, one_in (&m->c, 4) ? 300 : 4);
  a->steps = ARENA_ARRAY (&m->s->arena, most, struct step);
  while (a->n_steps < most && fill_step (m, &a->steps[a->n_steps], &type, &a->path_bits))
    a->n_steps++;
  a->n_indices = below (&m->c, one_in (&m->c, 3) ? 4 : 1);
  a->indices = ARENA_ARRAY (&m->s->arena, a->n_indices, struct address_index);
  for (uint32_t i = 0; i < a->n_indices; i++) {
    fill_operand (m, &a->indices[i].index);
    a->indices[i].stride = any_number (&m->c);
    a->indices[i].bound = any_number (&m->c) & ~INDEX_SCALED;
    if (!a->indices[i].stride && one_in (&m->c, 2)) {
      fill_operand (m, &a->indices[i].scale);
      a->indices[i].unit = 1 + below (&m->c, 16);
    }
  }
  int64_t offset = one_in (&m->c, 2) ? (int64_t)any_number (&m->c) : 0;
  a->bitoff = wrapping_add (a->path_bits, offset);
  m->depth--;
}

/* A value that nothing defines yet, or none. */
static uint32_t any_definition (struct maker *m)
{
  struct sample_function *f = m->f;
  if (!f->n_values || one_in (&m->c, 5))
    return 0;
  uint32_t value = one_in (&m->c, 3) ? 1 + below (&m->c, f->n_values) : m->next;
  if (value > f->n_values || m->used[value])
    return 0;
  m->used[value] = 1;
  m->next = value + 1;
  return value;
}

static void fill_field (struct maker *m, struct record *r, const struct field_desc *f)
{
  void *p = (char *)r + f->offset;
  switch ((enum field_type)f->type) {
  case FT_U:
  case FT_S:
  case FT_DELTA:
    *(uint64_t *)p = one_in (&m->c, 2) ? any_number (&m->c) : 0;
    break;
  case FT_ENUM:
    *(uint32_t *)p = below (&m->c, f->names->n);
    break;
  case FT_FLAGS:
    *(uint32_t *)p = one_in (&m->c, 2) ? (uint32_t)any_number (&m->c) : 0;
    break;
  case FT_STR:
    *(uint32_t *)p = any_string (m);
    break;
  case FT_TYPE:
    *(uint32_t *)p = below (&m->c, m->n_types + 1);
    break;
  case FT_SYM:
    *(uint32_t *)p = below (&m->c, m->n_symbols + 1);
    break;
  case FT_LOC:
    r->loc = any_loc (m);
    break;
  case FT_DEF:
    r->dst = any_definition (m);
    break;
  case FT_OPND:
    fill_operand (m, p);
    break;
  case FT_ADDR:
    fill_address (m, p);
    break;
  case FT_TYPES:
  case FT_STRS:
  case FT_NUMS:
    fill_numbers (m, f, p);
    break;
  case FT_OPNDS: {
    struct operand_list *l = p;
    if (r->kind != REC_phi)
      l->n = below (&m->c, one_in (&m->c, 20) ? 150 : 4);
    l->v = ARENA_ARRAY (&m->s->arena, l->n, struct operand);
    for (uint32_t i = 0; i < l->n; i++)
      fill_operand (m, &l->v[i]);
    break;
  }
  case FT_EDGES: {
    struct flow_edge_list *l = p;
    l->n = below (&m->c, 4);
    l->v = ARENA_ARRAY (&m->s->arena, l->n, struct flow_edge);
    for (uint32_t i = 0; i < l->n; i++)
      l->v[i] = (struct flow_edge){below (&m->c, m->f->n_blocks),
                                   (uint8_t)below (&m->c, edge_kind_names.n)};
    break;
  }
  case FT_BLOCKS: {
    struct number_list *l = p;
    l->n = below (&m->c, 4);
    l->v = ARENA_ARRAY (&m->s->arena, l->n, uint32_t);
    for (uint32_t i = 0; i < l->n; i++)
      l->v[i] = below (&m->c, m->f->n_blocks + 1);
    break;
  }
  case FT_BYTES:
  case FT_CORE:
    break;
  }
}

static struct record *new_record (struct maker *m, uint8_t kind)
{
  struct record *r = arena_alloc (&m->s->arena, facts_records[kind].size);
  r->kind = kind;
  return r;
}

/* Half of the records have nothing behind the mark, and so the short form. */
static void fill (struct maker *m, struct record *r)
{
  const struct record_desc *d = &facts_records[r->kind];
  bool is_short = one_in (&m->c, 2);
  for (unsigned i = 0; i < d->n_fields; i++) {
    if (d->fields[i].type == FT_CORE && is_short)
      break;
    fill_field (m, r, &d->fields[i]);
  }
}

static struct record *put_top (struct maker *m, struct record *r)
{
  vec_push (&m->s->tables[r->kind], r);
  ck_assert_uint_eq (facts_put (m->w, r), m->s->tables[r->kind].n - 1);
  return r;
}

/* All types at once, because paths need them; then they are put. */
static void make_types (struct maker *m)
{
  struct sample *s = m->s;
  s->first_field = ARENA_ARRAY (&s->arena, (size_t)m->n_types + 1, uint32_t);
  s->n_fields = ARENA_ARRAY (&s->arena, (size_t)m->n_types + 1, uint32_t);
  for (uint32_t i = 1; i <= m->n_types; i++) {
    struct record *r = new_record (m, REC_type);
    fill (m, r);
    put_top (m, r);
    uint32_t kind = ((struct rec_type *)r)->kind;
    s->first_field[i] = s->tables[REC_field].n;
    s->n_fields[i] = kind == TK_STRUCT || kind == TK_UNION ? below (&m->c, 5) : 0;
    for (uint32_t k = 0; k < s->n_fields[i]; k++) {
      r = new_record (m, REC_field);
      fill (m, r);
      put_top (m, r);
    }
  }
}

static void make_init (struct maker *m)
{
  struct rec_init *n = (struct rec_init *)new_record (m, REC_init);
  fill (m, &n->r);
  n->object = 1 + below (&m->c, m->n_objects);
  uint32_t limit = n->kind == IK_SYMBOL ? m->n_symbols : n->kind == IK_OBJECT ? m->n_objects : 5;
  n->target = below (&m->c, limit + 1);
  put_top (m, &n->r);
}

static void make_annotation (struct maker *m)
{
  struct rec_annotation *a = (struct rec_annotation *)new_record (m, REC_annotation);
  fill (m, &a->r);
  bool on_type = a->target == AT_FIELD || a->target == AT_TYPE;
  a->item = 1 + below (&m->c, on_type ? m->n_types : m->n_symbols);
  if (a->target == AT_FIELD && !m->s->n_fields[a->item])
    a->target = AT_TYPE;
  if (a->target == AT_FIELD)
    a->sub = below (&m->c, m->s->n_fields[a->item]);
  put_top (m, &a->r);
}

static void make_tables (struct maker *m)
{
  for (uint32_t i = 0; i < m->n_files; i++) {
    struct record *r = new_record (m, REC_file);
    fill (m, r);
    put_top (m, r);
  }
  make_types (m);
  for (uint32_t i = 0; i < m->n_symbols + m->n_objects; i++) {
    struct record *r = new_record (m, i < m->n_symbols ? REC_symbol : REC_object);
    fill (m, r);
    put_top (m, r);
  }
  for (uint32_t i = below (&m->c, m->size); i > 0 && m->n_objects; i--)
    make_init (m);
  for (uint32_t i = below (&m->c, m->size); i > 0; i--) {
    struct record *r = new_record (m, REC_prototype);
    fill (m, r);
    put_top (m, r);
  }
  for (uint32_t i = below (&m->c, m->size); i > 0; i--)
    make_annotation (m);
}

/* Functions */

static void make_local (struct maker *m)
{
  struct rec_local *l = (struct rec_local *)new_record (m, REC_local);
  fill (m, &l->r);
  l->value = one_in (&m->c, 2) && m->f->n_values ? below (&m->c, m->f->n_values) : 0;
  if (l->value >= m->next)
    m->next = (uint32_t)l->value + 1;
  facts_put (m->w, &l->r);
  vec_push (&m->f->locals, &l->r);
}

static void make_values (struct maker *m)
{
  struct sample_function *f = m->f;
  struct rec_values v = {.r = {REC_values, 0, 0}};
  fill (m, &v.r);
  v.name_types.n = v.names.n;
  v.name_types.v = ARENA_ARRAY (&m->s->arena, v.names.n, uint32_t);
  for (uint32_t i = 0; i < v.names.n; i++)
    v.name_types.v[i] = below (&m->c, m->n_types + 1);
  uint32_t codes = f->n_params + v.names.n + v.types.n;
  v.codes.n = codes ? f->n_values : 0;
  f->n_values = v.codes.n;
  v.codes.v = ARENA_ARRAY (&m->s->arena, v.codes.n, uint32_t);
  for (uint32_t i = 0; i < v.codes.n; i++) {
    uint32_t code = v.codes.v[i] = below (&m->c, codes);
    const struct rec_local *param = code < f->n_params ? (struct rec_local *)f->locals.v[code + 1]
                                                       : NULL;
    uint32_t name = code - f->n_params, type = name - v.names.n;
    f->value_types[i + 1] = param ? param->type
                            : name < v.names.n ? v.name_types.v[name] : v.types.v[type];
    f->value_names[i + 1] = param ? param->name : name < v.names.n ? v.names.v[name] : 0;
  }
  facts_put (m->w, &v.r);
}

static void put_instruction (struct maker *m, struct record *r)
{
  facts_put (m->w, r);
  vec_push (&m->f->records, r);
}

static void make_instruction (struct maker *m, const struct block *b)
{
  uint8_t kind = (uint8_t)(REC_phi + 1 + below (&m->c, REC_resume - REC_phi));
  if (kind == REC_case || kind == REC_asm_operand)
    return;
  struct record *r = new_record (m, kind);
  fill (m, r);
  put_instruction (m, r);
  if (kind == REC_asm || (kind == REC_switch && b->n_edges))
    for (uint32_t i = below (&m->c, 4); i > 0; i--) {
      r = new_record (m, kind == REC_asm ? REC_asm_operand : REC_case);
      fill (m, r);
      if (kind == REC_switch)
        ((struct rec_case *)r)->edge = below (&m->c, b->n_edges);
      put_instruction (m, r);
    }
}

static void make_block (struct maker *m, struct block *b)
{
  struct rec_block *head = (struct rec_block *)new_record (m, REC_block);
  fill (m, &head->r);
  facts_put (m->w, &head->r);
  *b = (struct block){.first = m->f->records.n, .n_edges = head->edges.n, .edges = head->edges.v};
  if (one_in (&m->c, 2)) {
    struct rec_preds *p = (struct rec_preds *)new_record (m, REC_preds);
    fill (m, &p->r);
    facts_put (m->w, &p->r);
    b->n_preds = p->blocks.n;
    b->preds = p->blocks.v;
    for (uint32_t i = below (&m->c, 3); i > 0; i--) {
      struct rec_phi *phi = (struct rec_phi *)new_record (m, REC_phi);
      phi->args.n = b->n_preds;
      fill (m, &phi->r);
      put_instruction (m, &phi->r);
    }
  }
  for (uint32_t i = below (&m->c, 2 * m->size); i > 0; i--) {
    if (one_in (&m->c, 5))
      make_local (m);
    make_instruction (m, b);
  }
  b->end = m->f->records.n;
}

static void make_function (struct maker *m)
{
  struct sample_function f = {.r = {.r = {REC_function, 0, 0}}};
  m->f = &f;
  m->next = 1;
  fill (m, &f.r.r);
  f.r.symbol = 1 + below (&m->c, m->n_symbols);
  f.r.blocks = f.n_blocks = 1 + below (&m->c, m->size);
  facts_put (m->w, &f.r.r);
  vec_push (&f.locals, NULL);
  f.n_values = below (&m->c, 4 * m->size);
  uint32_t wanted = f.n_values;
  f.value_types = ARENA_ARRAY (&m->s->arena, (size_t)wanted + 1, uint32_t);
  f.value_names = ARENA_ARRAY (&m->s->arena, (size_t)wanted + 1, uint32_t);
  m->used = ARENA_ARRAY (&m->s->arena, (size_t)wanted + 1, uint8_t);
  f.n_params = below (&m->c, 4);
  while (f.locals.n <= f.n_params)
    make_local (m);
  make_values (m);
  f.blocks = ARENA_ARRAY (&m->s->arena, f.n_blocks, struct block);
  for (uint32_t i = 0; i < f.n_blocks; i++)
    make_block (m, &f.blocks[i]);
  vec_push (&m->s->functions, f);
}

struct sample *sample_new (uint64_t seed, unsigned size)
{
  struct sample *s = xcalloc (1, sizeof *s);
  struct maker m = {.s = s, .w = facts_writer_new (), .size = size};
  chance_seed (&m.c, seed);
  vec_push (&s->strings, "");
  vec_push (&s->locs, (struct rec_loc){0});
  for (unsigned i = 0; i < REC_END; i++)
    vec_push (&s->tables[i], NULL);
  m.n_files = below (&m.c, 4);
  m.n_types = 1 + below (&m.c, 3 * size);
  m.n_symbols = 1 + below (&m.c, 2 * size);
  m.n_objects = below (&m.c, size);
  make_tables (&m);
  for (unsigned i = below (&m.c, size); i > 0; i--)
    make_function (&m);
  s->unit.r.kind = REC_unit;
  fill (&m, &s->unit.r);
  facts_count (m.w, &s->unit);
  facts_put (m.w, &s->unit.r);
  s->blob = facts_finish (m.w, &s->size);
  facts_writer_free (m.w);
  return s;
}

void sample_free (struct sample *s)
{
  for (uint32_t i = 0; i < s->functions.n; i++) {
    vec_free (&s->functions.v[i].locals);
    vec_free (&s->functions.v[i].records);
  }
  for (unsigned i = 0; i < REC_END; i++)
    vec_free (&s->tables[i]);
  vec_free (&s->functions);
  vec_free (&s->strings);
  vec_free (&s->locs);
  arena_free (&s->arena);
  free (s->blob);
  free (s);
}
