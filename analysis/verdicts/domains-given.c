/* Given memory: what an owner has a pointer to, in itself, and no other owner ever has.

   Domains meet as soon as owners have something in common that leads back to them, or to what they
   were given:

     w[i].pool = pool;  pool->workers = w;  pool->result = w[0].list;

   Yet w[i].list is not w[k].list if whatever is stored in an element is new memory that is stored
   in no other one.  That says nothing of memory that is reached through the pool: only of accesses
   by a pointer that was loaded from the owner itself. */

#include "domains-internal.h"

/* Whether an owner may be there that gets its pointers by stores of the program only. */
static bool gets_links_only (const struct pointers *p, object_id object)
{
  enum object_kind kind = p->objects.v.v[object].kind;
  return (kind == OBJECT_GLOBAL || (kind == OBJECT_HEAP && !is_copied (p, object))) &&
         !is_in_world (p, WORLD_OUTSIDE, object) && !is_in_world (p, WORLD_POOL, object);
}

/* Whether the pointer that is stored leads to new memory that goes to one owner. */
static bool is_gift (struct domains *d, const struct stored_pointer *l, setid owners)
{
  const struct summaries *s = d->t->s;
  const struct item *i = &s->items.v[l->item];
  return l->item && ((i->own && !i->needs) || i->certain) &&
         !is_taken (s, expr_root (&s->x, i->e[1])) && has_one_owner (d, l->item, owners);
}

void domains_find_given (struct domains *d, struct domain *v)
{
  const struct pointers *p = d->t->s->p;
  const struct objects *o = &p->objects;
  for (struct set_iter i = sets_each (&p->sets, v->owners); set_next (&i);)
    if (!gets_links_only (p, loc_object (o, i.x)))
      return;
  for (uint64_t k = bitset_next (&v->reach, 1); k != BITSET_END; k = bitset_next (&v->reach, k + 1))
    if (o->v.v[k].kind == OBJECT_HEAP && !owner_in (p, v->owners, (object_id)k) &&
        !is_in_world (p, WORLD_OUTSIDE, (object_id)k) && !is_in_world (p, WORLD_POOL, (object_id)k))
      bitset_add (&v->given, (object_id)k);
  for (uint32_t k = 0; k < d->links.n && bitset_next (&v->given, 1) != BITSET_END; k++) {
    const struct stored_pointer *l = &d->links.v[k];
    if (!may_be_in_owner (p, l->into, v->owners) || is_gift (d, l, v->owners))
      continue;
    for (struct set_iter i = sets_each (&p->sets, l->where); set_next (&i);)
      bitset_remove (&v->given, loc_object (o, i.x));
  }
}

bool domains_given (const struct domains *d, setid owners, object_id object)
{
  uint32_t known = map_get (&d->by_owners, owners, 0);
  return known && bitset_has (&d->v.v[known - 1].given, object);
}
