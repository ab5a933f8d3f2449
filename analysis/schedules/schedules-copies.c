/* A search copies structs: by assignments, as arguments, as results, by functions of libraries; and
   clears them. */

#include "schedules-internal.h"

/* What is known of some bytes of the struct, from its start. */
struct piece {
  int64_t at;
  uint32_t bytes;
  struct value v;
};

struct pieces {
  uint32_t n;
  struct piece v[MOST_CELLS];
};

static bool is_inside (int64_t at, uint64_t size, int64_t from, uint64_t bytes)
{
  return at >= from && at + (int64_t)size <= from + (int64_t)bytes;
}

static void add_piece (struct pieces *p, int64_t at, uint32_t bytes, struct value v)
{
  uint32_t n = p->n;
  for (uint32_t i = 0; i < p->n; i++)
    if (at < p->v[i].at + p->v[i].bytes && p->v[i].at < at + bytes)
      return;
  if (n == MOST_CELLS || !bytes)
    return;
  while (n > 0 && p->v[n - 1].at > at) {
    p->v[n] = p->v[n - 1];
    n--;
  }
  p->v[n] = (struct piece){at, bytes, v};
  p->n++;
}

/* The pieces that matter of a stretch.  Texts are not looked at. */
static void find_accessed (struct trial *d, const struct stretch *at, uint64_t bytes,
                           struct pieces *p)
{
  struct array_around around[MOST_AROUND];
  const struct objects *o = &d->p->objects;
  for (loc_id l = o->v.v[object_of_instance (at->object)].first_loc; l; l = loc_get (o, l)->next) {
    int64_t offset = loc_get (o, l)->offset;
    uint32_t width = bitset_has (&d->tracked, l) ? map_get (&d->widths, l, 0) : 0, n = 0;
    if (offset > OFFSET_EVERYTHING)
      n = arrays_around (o, loc_object (o, l), offset, around);
    int64_t step = n == 1 && around[0].size != INT64_MAX ? around[0].element : 0;
    if (step == 1)
      continue;
    int64_t end = step ? around[0].base + around[0].size : offset + 1;
    for (; width && offset < end && p->n < MOST_CELLS / 2; offset += step ? step : 1)
      if (is_inside (offset, width, at->offset, bytes))
        add_piece (p, offset - at->offset, width, value_int (0));
  }
}

/* What is in the original: what was stored there, and what it began with where the program accesses
   one of the two. */
static void find_pieces (struct trial *d, const struct machine *m, const struct stretch *from,
                         const struct stretch *to, uint64_t bytes, struct pieces *p)
{
  for (uint32_t i = 0; i < m->n_cells; i++) {
    const struct memory_cell *c = &m->cells[i];
    if (c->object == from->object && c->bytes < CELL_LOCK &&
        is_inside (c->offset, c->bytes, from->offset, bytes))
      add_piece (p, c->offset - from->offset, c->bytes, value_int (0));
  }
  find_accessed (d, to, bytes, p);
  find_accessed (d, from, bytes, p);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    p->v[n] = p->v[i];
    p->v[n].v = memory_load (d, m, from->object, from->offset + p->v[i].at, p->v[i].bytes);
    n += p->v[n].v.kind != V_ANY;
  }
  p->n = n;
}

/* That is what the stretch is now, and nobody knows what is between the pieces. */
static void put_pieces (struct trial *d, struct machine *m, const struct stretch *to,
                        uint64_t bytes, const struct pieces *p)
{
  const struct abstract_object *o = &d->p->objects.v.v[object_of_instance (to->object)];
  int64_t end = 0;
  for (uint32_t i = m->n_cells; i-- > 0;) {
    struct memory_cell *c = &m->cells[i];
    if (c->object != to->object || c->bytes >= CELL_LOCK ||
        c->offset >= to->offset + (int64_t)bytes || c->offset + (int64_t)c->bytes <= to->offset)
      continue;
    if (is_inside (c->offset, c->bytes, to->offset, bytes))
      memory_remove (m, c);
    else
      c->v = (struct value){0};
  }
  for (uint32_t i = 0; i <= p->n; i++) {
    int64_t at = i < p->n ? p->v[i].at : (int64_t)bytes;
    if (at > end && o->kind != OBJECT_LOCAL)
      memory_lose_range (d, m, to->object, to->offset + end, (uint64_t)(at - end));
    if (i < p->n)
      memory_store (d, m, to->object, to->offset + at, p->v[i].bytes, p->v[i].v);
    end = i < p->n ? at + p->v[i].bytes : at;
  }
}

void memory_copy (struct trial *d, struct machine *m, const struct stretch *to,
                  const struct stretch *from, uint64_t bytes)
{
  struct pieces p;
  p.n = 0;
  if (to->object == from->object && to->offset == from->offset)
    return;
  find_pieces (d, m, from, to, bytes, &p);
  put_pieces (d, m, to, bytes, &p);
}

void memory_clear (struct trial *d, struct machine *m, const struct stretch *to, uint64_t bytes)
{
  struct pieces p;
  p.n = 0;
  find_accessed (d, to, bytes, &p);
  put_pieces (d, m, to, bytes, &p);
}

/* Where an argument of a function of a library points to. */
static bool find_place (struct trial *d, const struct machine *m, uint32_t thread,
                        const struct rec_call *c, const struct model_operand *o,
                        struct stretch *out)
{
  return o->kind == MODEL_PLACE && o->u.place.base == MODEL_ARG &&
         place_address (d, m, thread, c, o, &out->object, &out->offset);
}

/* All that a function of a library does to memory; NULL: it does more than one thing. */
static const struct model_effect *only_effect (const struct model *m)
{
  const struct model_effect *only = NULL;
  for (uint32_t i = 0; i < m->n_effects; i++) {
    if (m->effects[i].kind == EFFECT_RETURN)
      continue;
    if (only)
      return NULL;
    only = &m->effects[i];
  }
  return only;
}

/* How many bytes the record at hand writes; 0: nobody knows. */
static uint64_t bytes_written (const struct trial *d, const struct frame *f)
{
  uint64_t bytes = 0;
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++)
    if (effect_writes (&d->effects->v.v[k]))
      bytes = d->effects->v.v[k].at_most ? 0 : d->effects->v.v[k].bytes;
  return bytes;
}

bool execute_bytes (struct trial *d, struct machine *m, uint32_t thread, const struct rec_call *c,
                    const struct model *model)
{
  const struct model_effect *e = only_effect (model);
  struct stretch to, from;
  if (!e || e->guard || e->outcome || (e->kind != EFFECT_COPY && e->kind != EFFECT_FILL))
    return false;
  bool copies = e->kind == EFFECT_COPY;
  uint64_t bytes = bytes_written (d, top_frame (m, thread));
  if (!bytes || bytes > INT32_MAX || !writes_tracked (d, m, thread) ||
      !find_place (d, m, thread, c, &e->op[copies ? (int)COPY_TO : (int)FILL_MEMORY], &to))
    return false;
  if (copies) {
    if (!find_place (d, m, thread, c, &e->op[COPY_FROM], &from) ||
        (to.object == from.object && to.offset == from.offset)) /* it is sorted */
      return false;
    memory_copy (d, m, &to, &from, bytes);
    return true;
  }
  struct value by = argument (d, m, thread, c, &e->op[FILL_VALUE]);
  if (by.kind != V_INT || by.n)
    return false;
  memory_clear (d, m, &to, bytes);
  return true;
}

bool find_stretch (struct trial *d, const struct machine *m, uint32_t thread,
                   const struct operand *o, struct stretch *out)
{
  return o->kind == OPND_CONTENTS &&
         address_value (d, m, thread, o->u.addr, &out->object, &out->offset);
}

/* The bytes of a struct that a function gets by value, in a variable; 0: it is none. */
static uint64_t struct_size (const struct trial *d, funid f, uint32_t param)
{
  const struct function *b = body_of (d, f);
  const struct rec_local *l = &b->locals[param];
  const struct type *t = &function_unit (d->program, f)->types[l->type];
  bool is_struct = !l->value && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION);
  return is_struct && !(l->flags & OF_BY_REFERENCE) ? t->r.bits / 8 : 0;
}

void copy_arguments (struct trial *d, const struct machine *before, struct machine *m,
                     uint32_t thread, const struct rec_call *c)
{
  funid f = top_frame (m, thread)->f;
  const struct function *b = body_of (d, f);
  for (uint32_t i = 0; i < b->n_params && i < c->args.n; i++) {
    uint64_t bytes = struct_size (d, f, i + 1);
    object_id o = bytes ? object_find (&d->p->objects, OBJECT_LOCAL, f, i + 1, 0) : 0;
    struct stretch from;
    if (o && o <= 0xffff && bitset_has (&d->tracked, loc_at (&d->p->objects, o, 0)) &&
        find_stretch (d, before, thread, &c->args.v[i], &from))
      memory_copy (d, m,
                   &(struct stretch){instance_of (o, thread + 1, m->threads[thread].n_frames), 0},
                   &from, bytes);
  }
}
