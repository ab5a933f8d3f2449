/* Accesses of a search: those that a thread has made since it did what others see, and those that
   are next.  What is only said to race, but decides nothing, nobody sees: a thread that has made
   such an access, and now stands before something that others see, might as well not have made it
   yet.  So two threads race if such an access of the one meets one of the other. */

#include "schedules-internal.h"

enum { MOST_RECENT = 128 };

/* As numbers: effect, whether it is known where, object, offset, bytes. */
static uint32_t access_id (struct trial *d, const struct machine *m, uint32_t thread, uint32_t k)
{
  uint32_t object = 0;
  int64_t offset = 0;
  uint64_t bytes = 0;
  bool known = effect_address (d, m, thread, &d->effects->v.v[k], &object, &offset, &bytes);
  uint32_t words[] = {k,
                      known,
                      known ? object : 0,
                      known ? (uint32_t)offset : 0,
                      known ? (uint32_t)((uint64_t)offset >> 32) : 0,
                      known ? (uint32_t)bytes : 0,
                      known ? (uint32_t)(bytes >> 32) : 0};
  return tuples_intern (&d->accesses, words, sizeof words / sizeof *words);
}

/* Adds X to a list, in order. */
static uint32_t list_with (struct trial *d, uint32_t list, uint32_t x)
{
  uint32_t words[MOST_RECENT + 1], n = 0;
  uint32_t length = list ? tuples_length (&d->recents, list) : 0;
  const uint32_t *old = list ? tuples_numbers (&d->recents, list) : NULL;
  if (length == MOST_RECENT) {
    schedules_refuse (d, "too many accesses");
    return list;
  }
  for (uint32_t i = 0; i < length; i++) {
    if (old[i] == x)
      return list;
    if (old[i] > x && n == i)
      words[n++] = x;
    words[n++] = old[i];
  }
  if (n == length)
    words[n++] = x;
  return tuples_intern (&d->recents, words, n);
}

/* LIST, and the accesses of the record at hand. */
static uint32_t list_with_next (struct trial *d, const struct machine *m, uint32_t thread,
                                uint32_t list)
{
  const struct frame *f = top_frame (m, thread);
  for (uint32_t k = effects_at (d->effects, f->f, f->record);
       k < d->effects->first[f->f + 1] && d->effects->v.v[k].record == f->record; k++) {
    const struct effect *e = &d->effects->v.v[k];
    if (effect_matters (d, e, &d->disputed) || effect_matters (d, e, &d->tracked))
      list = list_with (d, list, access_id (d, m, thread, k));
  }
  return list;
}

void note_accesses (struct trial *d, struct machine *m, uint32_t thread)
{
  const struct frame *f = top_frame (m, thread);
  if (!d->plans[f->f].disputed[f->record])
    return;
  uint32_t *recent = &m->threads[thread].recent;
  *recent = list_with_next (d, m, thread, *recent);
  for (uint32_t i = 0; i < tuples_length (&d->recents, *recent); i++)
    bitset_add (&d->noted, tuples_numbers (&d->recents, *recent)[i]);
}

void check_noted (struct trial *d)
{
  for (uint64_t x = bitset_next (&d->noted, 1); x != BITSET_END; x = bitset_next (&d->noted, x + 1))
    if (!bitset_has (&d->kept_noted, x))
      schedules_refuse (d, "a thread that does not go on");
  bitset_clear (&d->noted);
  bitset_clear (&d->kept_noted);
}

void keep_noted (struct trial *d, const struct machine *m, uint32_t thread)
{
  uint32_t recent = m->threads[thread].recent;
  for (uint32_t i = 0; recent && i < tuples_length (&d->recents, recent); i++)
    bitset_add (&d->kept_noted, tuples_numbers (&d->recents, recent)[i]);
}

/* Pairs */

struct pending {
  const struct effect *e;
  bool known; /* where */
  uint32_t object;
  int64_t offset;
  uint64_t bytes;
};

static struct pending pending_of (const struct trial *d, uint32_t access)
{
  const uint32_t *w = tuples_numbers (&d->accesses, access);
  return (struct pending){.e = &d->effects->v.v[w[0]],
                          .known = w[1],
                          .object = w[2],
                          .offset = (int64_t)((uint64_t)w[4] << 32 | w[3]),
                          .bytes = (uint64_t)w[6] << 32 | w[5]};
}

static void compare (struct trial *d, uint32_t x, uint32_t y)
{
  struct pending a = pending_of (d, x), b = pending_of (d, y);
  bool both_atomic = (a.e->mode == MODE_ATOMIC_READ || a.e->mode == MODE_ATOMIC_WRITE) &&
                     (b.e->mode == MODE_ATOMIC_READ || b.e->mode == MODE_ATOMIC_WRITE);
  if ((!effect_writes (a.e) && !effect_writes (b.e)) || both_atomic)
    return;
  if (a.known && b.known &&
      (a.object != b.object || a.offset + (int64_t)a.bytes <= b.offset ||
       b.offset + (int64_t)b.bytes <= a.offset))
    return;
  const struct objects *o = &d->p->objects;
  setid all[2] = {effect_span (d, a.e), effect_span (d, b.e)};
  setid common = sets_intersection (&d->p->sets, all[0], all[1]);
  for (struct set_iter i = sets_each (&d->p->sets, common); set_next (&i);) {
    if (may_decide (d, i.x))
      schedules_refuse (d, "memory that decides races itself");
    for (int k = 0; k < 2; k++)
      for (struct set_iter l = sets_each (&d->p->sets, all[k]); set_next (&l);)
        if (loc_object (o, l.x) == loc_object (o, i.x) && bitset_has (&d->disputed, l.x))
          bitset_add (&d->shown, l.x);
  }
}

static void compare_lists (struct trial *d, uint32_t a, uint32_t b)
{
  uint32_t *done = map_at (&d->compared, map_pair (a < b ? a : b, a < b ? b : a));
  if (*done)
    return;
  *done = 1;
  for (uint32_t i = 0; i < tuples_length (&d->recents, a); i++)
    for (uint32_t k = 0; k < tuples_length (&d->recents, b); k++)
      compare (d, tuples_numbers (&d->recents, a)[i], tuples_numbers (&d->recents, b)[k]);
}

void compare_all (struct trial *d, const struct machine *m)
{
  uint32_t lists[MOST_THREADS];
  for (uint32_t t = 0; t < m->n_threads; t++) {
    lists[t] = m->threads[t].recent;
    if (m->threads[t].status == T_READY)
      lists[t] = list_with_next (d, m, t, lists[t]);
    for (uint32_t u = 0; u < t && lists[t]; u++)
      if (lists[u])
        compare_lists (d, lists[u], lists[t]);
  }
}
