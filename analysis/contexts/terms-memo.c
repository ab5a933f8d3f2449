/* Terms: what has been found is kept.  Contexts ask for the same again and again, since functions
   have many items with the same locks, and many contexts. */

#include "terms-internal.h"

/* Where it is noted what is known of an item; most are asked for at shift 0. */
static uint32_t *known_at (struct terms *t, uint32_t item, int64_t shift)
{
  if (shift)
    return map_at (&t->by_shift, map_pair (item, (uint32_t)shift));
  if (item >= t->by_item.n)
    vec_resize (&t->by_item, t->s->items.n);
  return &t->by_item.v[item];
}

struct guards terms_of_item (struct terms *t, uint32_t item, int64_t shift)
{
  if (!t->s->items.v[item].held && !map_size (&t->s->draws))
    return (struct guards){0};
  uint32_t *known = known_at (t, item, shift);
  if (*known)
    return t->known.v[*known - 1];
  struct guards g = terms_find (t, &t->s->items.v[item], shift);
  vec_push (&t->known, g);
  *known_at (t, item, shift) = t->known.n;
  return g;
}

struct guards terms_of_holds (struct terms *t, funid f, setid held)
{
  if (!held)
    return (struct guards){0};
  uint32_t *known = map_at (&t->by_holds, map_pair (f, held));
  if (!*known) {
    struct guards g = terms_find_holds (t, f, held);
    vec_push (&t->known, g);
    *known = t->known.n;
  }
  return t->known.v[*known - 1];
}

setid terms_sent (struct terms *t, funid f, setid released)
{
  if (!released)
    return SETS_EMPTY;
  uint32_t *known = map_at (&t->by_released, map_pair (f, released));
  if (!*known) {
    /* From one point of a function to the next there is seldom more than one signal more. */
    struct terms_sent *last = &t->last_sent;
    bool more = last->f == f && sets_subset (&t->s->sets, last->released, released);
    setid rest = more ? sets_difference (&t->s->sets, released, last->released) : released;
    setid sent = terms_find_sent (t, f, rest);
    if (more)
      sent = sets_union (&t->sets, last->sent, sent);
    *last = (struct terms_sent){f, released, sent};
    *known = 1 + sent;
  }
  return *known - 1;
}

struct guards terms_without (struct terms *t, struct guards g, funid f, setid released)
{
  if (!released || !g.any)
    return g;
  uint32_t key[] = {g.any, g.exclusive, f, released};
  uint32_t id = tuples_intern (&t->without, key, sizeof key / sizeof key[0]);
  if (id > t->kept.n)
    vec_push (&t->kept, terms_find_without (t, g, f, released));
  return t->kept.v[id - 1];
}

void terms_forget (struct terms *t)
{
  vec_clear (&t->by_item);
  map_clear (&t->by_shift);
  map_clear (&t->by_holds);
  map_clear (&t->by_released);
  t->last_sent = (struct terms_sent){0};
}
