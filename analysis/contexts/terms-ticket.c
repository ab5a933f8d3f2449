/* Terms: elements of arrays whose number nobody else has drawn. */

#include "terms-internal.h"

/* Whether a value is of the thread that the item happens in, not of its creator. */
static bool is_of_thread (const struct terms *t, const struct item *i, expr_id e)
{
  const struct exprs *x = &t->s->x;
  const struct expr *v = expr_get (x, e);
  uint32_t version = v->op == X_LOAD || v->op == X_AT || v->op == X_REACHED ? v->b : 0;
  const uint32_t *at = version ? tuples_numbers (&x->versions, version) : NULL;
  return !i->at_start || (at && at[0] == i->function && at[1] == i->record &&
                          (v->op == X_AT || tuples_length (&x->versions, version) > 2));
}

static bool is_counter (struct terms *t, loc_id l)
{
  struct array_around around[MOST_AROUND];
  const struct objects *o = &t->s->p->objects;
  return loc_get (o, l)->offset > OFFSET_EVERYTHING && object_is_unique (t, loc_object (o, l)) &&
         !arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around);
}

/* An element of an array that the thread of an access has for itself, or none. */
struct own_element {
  object_id array;
  int64_t start, element, stride;
  struct slot slot;
};

/* One whose number is that of a slot: by its number, or since the thread has found its id there. */
static bool numbered_element (struct terms *t, const struct item *i, expr_id base, int64_t offset,
                              struct own_element *out)
{
  const struct exprs *x = &t->s->x;
  struct expr v = *expr_get (x, base);
  expr_id number = expr_number (x, v.b, &out->element), root = expr_base (x, v.a, &out->start);
  if (v.k <= 0 || !number ||
      !(slot_of_access (t->s, i, &out->slot) ||
        (is_of_thread (t, i, number) && slot_of (t->s, number, &out->slot))))
    return false;
  out->stride = v.k;
  out->element += offset >= 0 ? offset / v.k : -((v.k - 1 - offset) / v.k);
  if (expr_get (x, root)->op != X_OBJECT)
    return unique_place (t, i->function, v.a, &out->array, &out->start);
  out->array = expr_get (x, root)->a;
  return true;
}

/* One that a pointer leads to. */
static bool pointed_element (struct terms *t, const struct item *i, expr_id base, int64_t offset,
                             struct own_element *out)
{
  struct exprs *x = &t->s->x;
  const struct objects *o = &t->s->p->objects;
  struct array_around around[MOST_AROUND];
  uint32_t l;
  if (!is_of_thread (t, i, base) || !slot_of (t->s, base, &out->slot) ||
      !sets_is_single (&t->s->p->sets, expr_points (x, i->function, base), &l) ||
      loc_get (o, l)->offset <= OFFSET_EVERYTHING ||
      arrays_around (o, loc_object (o, l), loc_get (o, l)->offset, around) != 1 ||
      around[0].base != loc_get (o, l)->offset || offset < 0 || offset >= around[0].element)
    return false;
  out->array = loc_object (o, l);
  out->start = around[0].base;
  out->stride = around[0].element;
  return true;
}

/* Whether a number that is none, or less, is before the array. */
static bool is_before (const struct terms *t, const struct own_element *e, int64_t none)
{
  struct array_around around[MOST_AROUND];
  return none + e->element < 0 &&
         (!e->start || (arrays_around (&t->s->p->objects, e->array, e->start, around) &&
                        around[0].base == e->start));
}

/* Finds the counter of an element, and its number from there; false: it may be that of others. */
static bool find_counter (struct terms *t, struct own_element *e)
{
  const struct slot *slot = &e->slot;
  if (slot->none && !is_before (t, e, slot->none))
    return false;
  int64_t more = slot->more;
  if (slot->mark) {
    const struct kept *kept = slots_kept (&t->slots, t->s, slot->mark);
    if (!kept || t->has_teams || t->interrupted ||
        (slot->counter && (slot->counter != kept->counter || more != kept->more)) ||
        (kept->is_number && !is_before (t, e, kept->first)))
      return false;
    e->slot.counter = kept->counter;
    more = kept->more;
  }
  e->element += more;
  return is_counter (t, e->slot.counter);
}

uint32_t ticket_term (struct terms *t, const struct item *i)
{
  struct own_element e = {0};
  int64_t offset;
  expr_id base = expr_base (&t->s->x, i->e[0], &offset);
  if (!base ||
      !(expr_get (&t->s->x, base)->op == X_INDEX ? numbered_element (t, i, base, offset, &e)
                                                 : pointed_element (t, i, base, offset, &e)))
    return 0;
  if (!find_counter (t, &e))
    return 0;
  uint32_t key[] = {e.array, (uint32_t)e.start, (uint32_t)e.element, (uint32_t)e.stride};
  bitset_add (&t->counters, e.slot.counter);
  return term_make (t, TERM_TICKET, e.slot.counter, 0, key, 4);
}
