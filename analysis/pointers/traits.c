/* What is true of some location of a set: each set is gone through once, however often it is asked.
 */

#include "pointers.h"

enum { KNOWN = 1 << N_TRAITS };

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

bool object_has_union (struct pointers *p, object_id object)
{
  enum { DEEP = 4 };
  const struct abstract_object *v = &p->objects.v.v[object];
  if (object >= p->has_union.n)
    vec_resize (&p->has_union, p->objects.v.n);
  uint8_t *known = &p->has_union.v[object];
  if (!*known)
    *known = 1 + (v->type && has_union (p->objects.program->units[v->unit].unit, v->type, DEEP));
  return *known > 1;
}

static unsigned traits_of_location (struct pointers *p, loc_id l)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, l);
  unsigned traits = loc_get (o, l)->offset <= OFFSET_EVERYTHING ? SET_ANYWHERE : 0;
  for (int w = 0; w < N_WORLDS; w++) {
    if (object == p->world_object[w] || is_in_world (p, w, object))
      traits |= SET_IN << w;
    if (l == o->v.v[p->world_object[w]].first_loc)
      traits |= SET_OWN << w;
  }
  if (o->v.v[object].kind == OBJECT_HEAP)
    traits |= SET_HEAP;
  if (o->v.v[object].kind == OBJECT_LIBRARY ||
      (o->v.v[object].kind == OBJECT_GLOBAL && !o->program->objects[o->v.v[object].a].defined))
    traits |= SET_LIBRARY;
  if (object_has_union (p, object))
    traits |= SET_UNION;
  return traits;
}

/* Enters the locations that are new. */
static void enter_locations (struct pointers *p)
{
  for (; p->n_with_traits < p->objects.locs.n; p->n_with_traits++)
    for (unsigned traits = p->n_with_traits ? traits_of_location (p, p->n_with_traits) : 0; traits;
         traits &= traits - 1)
      bitset_add (&p->with_trait[__builtin_ctz (traits)], p->n_with_traits);
}

uint16_t set_traits (struct pointers *p, setid set)
{
  if (set < p->traits.n && p->traits.v[set])
    return p->traits.v[set] & (KNOWN - 1);
  unsigned traits = KNOWN;
  uint32_t index;
  enter_locations (p);
  for (struct set_iter i = sets_each (&p->sets, set); set_next_word (&i, &index);)
    for (unsigned left = ~traits & (KNOWN - 1); left; left &= left - 1) {
      const struct bitset *with = &p->with_trait[__builtin_ctz (left)];
      if (index < with->words.n && with->words.v[index] & i.mask)
        traits |= left & -left;
    }
  if (set >= p->traits.n)
    vec_resize (&p->traits, sets_count (&p->sets) + 1);
  p->traits.v[set] = (uint16_t)traits;
  return (uint16_t)(traits & (KNOWN - 1));
}
