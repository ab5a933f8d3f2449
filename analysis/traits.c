/* What is true of some location of a set: each set is gone through once, however often it is asked.
 */

#include "pointers.h"

enum { KNOWN = 1 << 7 };

static bool has_union (const struct unit *u, uint32_t type, int depth)
{
  const struct type *t = type ? &u->types[type] : NULL;
  if (!t || !depth || t->r.kind == TK_UNION)
    return t != NULL;
  if (t->r.kind == TK_ARRAY)
    return has_union (u, t->r.target, depth - 1);
  for (uint32_t i = 0; t->r.kind == TK_STRUCT && i < t->n_fields; i++) {
    uint32_t kind = t->fields[i].type ? u->types[t->fields[i].type].r.kind : TK_VOID;
    if ((kind == TK_UNION || kind == TK_STRUCT || kind == TK_ARRAY) &&
        has_union (u, t->fields[i].type, depth - 1))
      return true;
  }
  return false;
}

/* What is true of all its locations. */
static uint8_t traits_of_object (struct pointers *p, object_id object)
{
  enum { DEEP = 4 };
  const struct abstract_object *v = &p->objects.v.v[object];
  if (object >= p->object_traits.n)
    vec_resize (&p->object_traits, p->objects.v.n);
  uint8_t *known = &p->object_traits.v[object];
  if (*known)
    return *known;
  unsigned traits = KNOWN;
  for (int w = 0; w < N_WORLDS; w++)
    if (object == p->world_object[w] || is_in_world (p, w, object))
      traits |= SET_IN << w;
  if (v->kind == OBJECT_HEAP)
    traits |= SET_HEAP;
  if (v->type && has_union (p->objects.program->units[v->unit].unit, v->type, DEEP))
    traits |= SET_UNION;
  return *known = (uint8_t)traits;
}

bool object_has_union (struct pointers *p, object_id object)
{
  return traits_of_object (p, object) & SET_UNION;
}

uint8_t set_traits (struct pointers *p, setid set)
{
  const struct objects *o = &p->objects;
  if (set < p->traits.n && p->traits.v[set])
    return p->traits.v[set] & (KNOWN - 1);
  unsigned traits = KNOWN;
  object_id last = 0; /* those of one object mostly come together */
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);) {
    const struct location *l = loc_get (o, i.x);
    if (l->offset <= OFFSET_EVERYTHING)
      traits |= SET_ANYWHERE;
    if (l->object != last)
      traits |= traits_of_object (p, l->object);
    last = l->object;
    for (int w = 0; w < N_WORLDS; w++)
      if (l->object == p->world_object[w] && i.x == o->v.v[l->object].first_loc)
        traits |= SET_OWN << w;
  }
  if (set >= p->traits.n)
    vec_resize (&p->traits, sets_count (&p->sets) + 1);
  p->traits.v[set] = (uint8_t)traits;
  return (uint8_t)(traits & (KNOWN - 1));
}
