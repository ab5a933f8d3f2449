/* Slots: what is stored at marks in all of the program. */

#include "constants.h"
#include "slots.h"

static struct kept *kept_at (const struct slots *k, loc_id l)
{
  uint32_t number = map_get (&k->at, l, 0);
  return number ? &k->v.v[number - 1] : NULL;
}

/* Variables of which some unit takes the address. */
static void find_addressed (const struct program *p, struct bitset *addressed)
{
  for (uint32_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].unit->n_objects; k++)
      if (p->units[i].unit->objects[k].flags & OF_ADDRESSED)
        bitset_add (addressed, p->units[i].objects[k]);
}

/* Whether what is there before anything is stored is known: 0 for ids. */
static bool starts_well (const struct pointers *p, loc_id l, const struct bitset *addressed,
                         struct kept *kept)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, l);
  const struct abstract_object *v = &o->v.v[object];
  if (!object_is_seen (p, object) || v->anywhere || loc_get (o, l)->offset <= OFFSET_EVERYTHING)
    return false;
  kept->is_number = object_is_tls (p, object);
  if (!kept->is_number)
    return !(object_record (o->program, v->a)->flags & OF_INITIALISED);
  return !bitset_has (addressed, v->a) && l < p->word_bytes.n &&
         first_number (o->program, v->a, loc_get (o, l)->offset, p->word_bytes.v[l], &kept->first);
}

/* The marks that something is stored at as it should be. */
static void find_marks (struct slots *k, const struct summaries *s)
{
  const struct program *program = s->p->objects.program;
  struct bitset addressed = {0};
  for (uint32_t i = 0; i < map_size (&s->draws); i++) {
    uint64_t key = map_key (&s->draws, i);
    uint32_t f = (uint32_t)(key >> 32) & (((uint32_t)1 << FUNID_BITS) - 1), l;
    if (key != slot_key (SLOT_STORE, f, (uint32_t)key))
      continue;
    if (!k->v.n)
      find_addressed (program, &addressed);
    const struct rec_store *r =
        (const struct rec_store *)program->functions[f].body->records[(uint32_t)key];
    struct kept kept = {map_value (&s->draws, i),
                        (int32_t)map_get (&s->draws, slot_key (SLOT_MORE, f, (uint32_t)key), 0), 0,
                        false};
    if (!sets_is_single (&s->p->sets, points_of_address (s->p, f, &r->addr), &l) ||
        !map_add (&k->at, l, k->v.n + 1))
      continue;
    if (!starts_well (s->p, l, &addressed, &kept))
      kept.counter = 0;
    vec_push (&k->v, kept);
  }
  bitset_free (&addressed);
}

/* Takes what the access writes for what it is at a mark. */
static void check_write (struct slots *k, const struct summaries *s, const struct effect *e,
                         setid where)
{
  loc_id counter = map_get (&s->draws, slot_key (SLOT_STORE, e->function, e->record), 0);
  int32_t more = (int32_t)map_get (&s->draws, slot_key (SLOT_MORE, e->function, e->record), 0);
  for (struct set_iter i = sets_each (&s->p->sets, where); set_next (&i);) {
    struct kept *kept = kept_at (k, i.x);
    if (kept && (!counter || counter != kept->counter || more != kept->more))
      kept->counter = 0;
  }
}

static void find_kept (struct slots *k, const struct summaries *s)
{
  struct bitset others = {0}; /* sets of locations without marks */
  k->known = true;
  find_marks (k, s);
  for (uint32_t i = 0; k->v.n && i < s->effects->v.n; i++) {
    const struct effect *e = &s->effects->v.v[i];
    setid where = effect_changes (e) ? effect_locations (s->p, e) : SETS_EMPTY;
    if (!where || bitset_has (&others, where))
      continue;
    bool any = false;
    for (struct set_iter l = sets_each (&s->p->sets, where); !any && set_next (&l);)
      any = map_find (&k->at, l.x);
    if (any)
      check_write (k, s, e, where);
    else
      bitset_add (&others, where);
  }
  bitset_free (&others);
}

const struct kept *slots_kept (struct slots *k, const struct summaries *s, loc_id mark)
{
  if (!k->known)
    find_kept (k, s);
  const struct kept *kept = kept_at (k, mark);
  return kept && kept->counter ? kept : NULL;
}

void slots_free (struct slots *k)
{
  map_free (&k->at);
  vec_free (&k->v);
}
