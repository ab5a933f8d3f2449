/* Kept: gathered from all writes of the program, like constants. */

#include "kept.h"

#include "constants.h"

static struct field_values *field_at (const struct summaries *s, loc_id l)
{
  uint32_t n = map_get (&s->field_at, l, 0);
  return n ? &s->fields.v[n - 1] : NULL;
}

static void lose (struct summaries *s, loc_id l)
{
  map_set (&s->field_at, l, 0);
}

/* Numbers that are the same whether they have a sign or not. */
static bool is_plain (int64_t k, uint64_t bytes)
{
  return bytes && bytes <= 8 && k >= 0 && (bytes == 8 || !(k >> (8 * bytes - 1)));
}

/* False: there are too many. */
static bool add_value (int64_t *v, uint32_t *n, int64_t k)
{
  for (uint32_t i = 0; i < *n; i++)
    if (v[i] == k)
      return true;
  if (*n == MOST_VALUES)
    return false;
  v[(*n)++] = k;
  return true;
}

/* What elements of a global array start with, besides 0. */
static bool add_initials (const struct summaries *s, object_id object, int64_t offset,
                          const struct array_around *around, struct field_values *f)
{
  const struct program *p = s->p->objects.program;
  const struct abstract_object *o = &s->p->objects.v.v[object];
  const struct program_object *v = &p->objects[o->a];
  const struct unit *u = p->units[v->unit].unit;
  if (!v->defined || v->used_outside || (v->is_public && !p->main) ||
      object_record (p, o->a)->flags & OF_TLS)
    return false;
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    int64_t size = init->size ? (int64_t)init->size : (int64_t)(u->r.pointer_bits / 8);
    if (init->object != v->number || init->offset + size <= around->base)
      continue;
    int64_t in = (init->offset - around->base) % around->element;
    int64_t at = (offset - around->base) % around->element;
    if (init->offset >= around->base && in + size <= around->element &&
        (in + size <= at || in >= at + (int64_t)f->bytes))
      continue;
    if (init->kind != IK_INTEGER || in != at || size != (int64_t)f->bytes ||
        !is_plain (init->value, f->bytes) || !add_value (f->v, &f->n, init->value))
      return false;
  }
  return true;
}

/* Whether memory is allocated of a size that the program wants, and not filled: it is 0, or nobody
   may read it. */
static bool begins_empty (const struct pointers *p, const struct abstract_object *o)
{
  uint32_t first, end;
  calls_of_record (p, o->a, o->b, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    const struct model_effect *e = m && m->n_effects == 1 ? &m->effects[0] : NULL;
    if (!e || e->kind != EFFECT_ALLOCATE || e->op[ALLOCATE_SIZE].kind != MODEL_SIZE ||
        e->op[ALLOCATE_SIZE].u.size->kind != SIZE_PRODUCT || !e->op[ALLOCATE_SIZE].u.size->factors)
      return false;
  }
  return first < end;
}

static bool start_of (const struct summaries *s, loc_id l, struct field_values *f)
{
  const struct objects *o = &s->p->objects;
  object_id object = loc_object (o, l);
  const struct abstract_object *v = &o->v.v[object];
  struct array_around around[MOST_AROUND];
  int64_t offset = loc_get (o, l)->offset;
  if (offset <= OFFSET_EVERYTHING || v->whole || v->stands_for || v->opaque ||
      is_in_world (s->p, WORLD_OUTSIDE, object) || is_in_world (s->p, WORLD_POOL, object))
    return false;
  f->n = 1; /* 0 */
  if (v->kind == OBJECT_HEAP)
    return begins_empty (s->p, v);
  return v->kind == OBJECT_GLOBAL && arrays_around (o, object, offset, around) == 1 &&
         add_initials (s, object, offset, around, f);
}

static void add_field (struct summaries *s, loc_id l, uint64_t bytes, vec_u32 *all)
{
  struct field_values f = {.bytes = bytes};
  if (map_find (&s->field_at, l) || !is_plain (0, bytes) || !start_of (s, l, &f))
    return;
  vec_push (&s->fields, f);
  map_set (&s->field_at, l, s->fields.n);
  bitset_add (&s->field_objects, loc_object (&s->p->objects, l));
  vec_push (all, l);
}

/* The load that a switch looks at; UINT32_MAX: none. */
static uint32_t switched_load (const struct function *b, const struct rec_switch *r)
{
  enum { NEAR = 3 };
  const struct operand *o = &r->index;
  for (int i = 0; i < NEAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def < b->n_records ? (const struct rec_op *)b->records[def] : NULL;
    if (op && op->r.kind == REC_load)
      return def;
    if (!op || op->r.kind != REC_op || (op->code != OP_CONVERT && op->code != OP_COPY))
      break;
    o = &op->a;
  }
  return UINT32_MAX;
}

/* What the switches of a function look at, if it is in a few places. */
static void add_switched (struct summaries *s, funid f, vec_u32 *all)
{
  enum { FEW = 8 };
  const struct function *b = s->p->objects.program->functions[f].body;
  for (uint32_t r = 0; b && s->filter->reached[f] && r < b->n_records; r++) {
    uint32_t def = b->records[r]->kind == REC_switch
                       ? switched_load (b, (const struct rec_switch *)b->records[r])
                       : UINT32_MAX;
    for (uint32_t k = def == UINT32_MAX ? s->effects->first[f + 1]
                                        : effects_at (s->effects, f, def);
         k < s->effects->first[f + 1] && s->effects->v.v[k].record == def; k++) {
      const struct effect *e = &s->effects->v.v[k];
      setid where =
          e->flags & AF_VOLATILE || sets_size (&s->p->sets, e->where) > FEW ? SETS_EMPTY : e->where;
      for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);)
        add_field (s, i.x, e->bytes, all);
    }
  }
}

/* Of what conditions and switches look at, what may be such a field. */
static setid add_tested (struct summaries *s)
{
  vec_u32 all = {0};
  for (uint64_t l = bitset_next (&s->tested, 1); l != BITSET_END;
       l = bitset_next (&s->tested, l + 1))
    add_field (s, (loc_id)l, map_get (&s->tested_bytes, l, 0), &all);
  for (funid f = 1; f <= s->p->objects.program->n_functions; f++)
    add_switched (s, f, &all);
  setid set = sets_from (&s->p->sets, all.v, all.n);
  vec_free (&all);
  return set;
}

/* Loses all of what is written anywhere. */
static void lose_anywhere (struct summaries *s, const struct effect *e)
{
  const struct objects *o = &s->p->objects;
  for (struct set_iter i = sets_each (&s->p->sets, e->where); set_next (&i);) {
    object_id object = loc_object (o, i.x);
    if (loc_get (o, i.x)->offset > OFFSET_EVERYTHING || !bitset_has (&s->field_objects, object))
      continue;
    for (loc_id l = o->v.v[object].first_loc; l; l = loc_get (o, l)->next)
      if (field_at (s, l))
        lose (s, l);
  }
}

static void note_write (struct summaries *s, const struct effect *e, setid fields)
{
  int64_t k;
  bool zero = false, constant = constants_stored_whole (s, e, &k, &zero);
  setid set = sets_intersection (&s->p->sets, effect_locations (s->p, e), fields);
  for (struct set_iter i = sets_each (&s->p->sets, set); set_next (&i);) {
    struct field_values *f = field_at (s, i.x);
    bool same = zero || (constant && f && f->bytes == e->bytes && is_plain (k, f->bytes) &&
                         sets_has (&s->p->sets, e->where, i.x));
    if (f && !(same && add_value (f->v, &f->n, k)))
      lose (s, i.x);
  }
}

void kept_find (struct summaries *s)
{
  setid fields = add_tested (s);
  struct bitset seen = {0};
  for (uint32_t k = 0; s->fields.n && k < s->effects->v.n; k++) {
    const struct effect *e = &s->effects->v.v[k];
    if (!effect_changes (e) || !s->filter->reached[e->function])
      continue;
    if (bitset_add (&seen, e->where))
      lose_anywhere (s, e);
    note_write (s, e, fields);
  }
  bitset_free (&seen);
}

void kept_free (struct summaries *s)
{
  vec_free (&s->fields);
  map_free (&s->field_at);
  bitset_free (&s->field_objects);
}

uint32_t kept_at (const struct summaries *s, setid where, uint64_t bytes, int64_t *values)
{
  uint32_t n = 0;
  if (!s->fields.n || !proves_by (s->p, PROOF_VALUES))
    return 0;
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);) {
    const struct field_values *f = field_at (s, i.x);
    if (!f || f->bytes != bytes)
      return 0;
    for (uint32_t k = 0; k < f->n; k++)
      if (!add_value (values, &n, f->v[k]))
        return 0;
  }
  return n;
}
