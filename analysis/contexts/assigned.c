/* Assigned once: counts the writes of each location, when that is asked for the first time. */

#include "assigned.h"
#include "summaries.h"

/* All accesses that write the same locations, together. */
static void count_writes (struct assigned *a, const struct effects *effects)
{
  struct map sets = {0}; /* locations: how often, of which */
  vec_u32 last = {0};
  for (uint32_t i = 0; i < effects->v.n; i++) {
    const struct effect *e = &effects->v.v[i];
    if (!effect_writes (e) || e->mode == MODE_FREE)
      continue;
    setid where = effect_locations (a->p, e);
    uint32_t *n = map_at (&sets, where);
    if (!*n) {
      vec_push (&last, i);
      *n = last.n << 1;
    } else {
      *n |= 1; /* several */
    }
  }
  while (a->v.n < a->p->objects.locs.n)
    vec_push (&a->v, (struct assignment){0});
  for (uint32_t k = 0; k < map_size (&sets); k++)
    for (struct set_iter i = sets_each (&a->p->sets, (setid)map_key (&sets, k)); set_next (&i);) {
      struct assignment *v = &a->v.v[i.x];
      v->n += v->n < 2 ? 1 + (map_value (&sets, k) & 1) : 0;
      v->effect = last.v[(map_value (&sets, k) >> 1) - 1];
    }
  map_free (&sets);
  vec_free (&last);
}

static bool in_some_world (const struct pointers *p, object_id object)
{
  for (int w = 0; w < N_WORLDS; w++)
    if (is_in_world (p, w, object))
      return true;
  return false;
}

/* How many accesses write it, and one of them; 2: more. */
static uint32_t writers_at (struct assigned *a, struct pointers *p, const struct effects *effects,
                            loc_id l, const struct effect **e)
{
  const struct abstract_object *v = &p->objects.v.v[loc_object (&p->objects, l)];
  *e = NULL;
  if (!a->p) {
    a->p = p;
    count_writes (a, effects);
  }
  uint32_t n = 0;
  if (l >= a->v.n)
    return 2; /* made since then */
  if (v->anywhere && v->anywhere < a->v.n)
    n += a->v.v[v->anywhere].n;
  if (a->v.v[l].n) {
    n += a->v.v[l].n;
    *e = &effects->v.v[a->v.v[l].effect];
  }
  return n;
}

/* How many accesses write it, and one of them; 2: more, or nobody knows. */
static uint32_t writers (struct assigned *a, struct pointers *p, const struct effects *effects,
                         object_id object, int64_t offset, const struct effect **e)
{
  const struct abstract_object *v = &p->objects.v.v[object];
  struct array_around around[MOST_AROUND];
  *e = NULL;
  if (v->kind != OBJECT_GLOBAL || v->whole || object_is_tls (p, object) ||
      in_some_world (p, object) || arrays_around (&p->objects, object, offset, around))
    return 2;
  return writers_at (a, p, effects, loc_at (&p->objects, object, offset), e);
}

const struct effect *assigned_alone (struct assigned *a, struct pointers *p,
                                     const struct effects *effects, loc_id l)
{
  const struct abstract_object *v = &p->objects.v.v[loc_object (&p->objects, l)];
  const struct effect *e;
  bool known = v->kind == OBJECT_GLOBAL || v->kind == OBJECT_HEAP || v->kind == OBJECT_LOCAL;
  return known && !v->whole && !in_some_world (p, loc_object (&p->objects, l)) &&
                 loc_get (&p->objects, l)->offset > OFFSET_EVERYTHING &&
                 writers_at (a, p, effects, l, &e) == 1
             ? e
             : NULL;
}

const struct effect *assigned_by (struct assigned *a, struct pointers *p,
                                  const struct effects *effects, struct once *once,
                                  object_id object, int64_t offset)
{
  const struct effect *e;
  return writers (a, p, effects, object, offset, &e) == 1 && e &&
                 executed_once (once, e->function, e->record)
             ? e
             : NULL;
}

bool assigned_once (struct assigned *a, struct pointers *p, const struct effects *effects,
                    struct once *once, object_id object, int64_t offset)
{
  const struct effect *e;
  return !writers (a, p, effects, object, offset, &e) ||
         (assigned_by (a, p, effects, once, object, offset) && starts_as_zero (p, object, offset));
}

/* A location of a variable of which all that happens is seen. */
static loc_id seen_location (struct pointers *p, object_id object, int64_t offset)
{
  const struct abstract_object *v = &p->objects.v.v[object];
  bool seen = v->kind == OBJECT_GLOBAL && !v->whole && !object_is_tls (p, object) &&
              !in_some_world (p, object);
  return seen ? loc_at (&p->objects, object, offset) : 0;
}

bool assigned_each (struct assigned *a, struct pointers *p, const struct effects *effects,
                    struct once *once, const struct map *each, object_id object, int64_t offset)
{
  loc_id l = seen_location (p, object, offset);
  const struct effect *e;
  return l && starts_as_zero (p, object, offset) && writers_at (a, p, effects, l, &e) == 1 && e &&
         map_find (each, map_pair (e->function, e->record)) && called_once (once, e->function);
}

/* Whether what is stored is allocated in the same round, for nothing else. */
static bool stores_new (const struct pointers *p, const struct effect *e)
{
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct rec_store *s = (const struct rec_store *)b->records[e->record];
  uint32_t def = s->r.kind == REC_store && s->src.kind == OPND_VALUE ? b->value_defs[s->src.value]
                                                                     : UINT32_MAX;
  if (def == UINT32_MAX || b->records[def]->kind != REC_call)
    return false;
  uint32_t first, end;
  calls_of_record (p, e->function, def, &first, &end);
  bool fresh = first != end;
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->models[p->calls.v[k].callee];
    fresh &= m && model_has (m, EFFECT_ALLOCATE);
  }
  for (uint32_t i = 0; fresh && i < b->n_blocks; i++)
    if (def >= b->blocks[i].first && def < b->blocks[i].end)
      return e->record > def && e->record < b->blocks[i].end;
  return false;
}

bool assigned_apart (struct assigned *a, struct pointers *p, const struct effects *effects,
                     object_id object, int64_t x, int64_t y)
{
  loc_id at[] = {seen_location (p, object, x), seen_location (p, object, y)};
  for (int i = 0; i < 2; i++) {
    const struct effect *e;
    if (!at[i] || writers_at (a, p, effects, at[i], &e) != 1 || !e || !stores_new (p, e))
      return false;
  }
  return x != y;
}

void assigned_free (struct assigned *a)
{
  vec_free (&a->v);
}
