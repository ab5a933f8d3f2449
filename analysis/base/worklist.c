/* Worklists: a ring with a bit per id; a tree of bits over the ids in the order of their ranks. */

#include "worklist.h"
#include "watch.h"

static void grow_ring (struct worklist *w)
{
  size_t room = w->room ? w->room * 2 : 64;
  uint32_t *ring = XNEWVEC (uint32_t, room);
  for (size_t i = 0; i < w->n; i++)
    ring[i] = w->ring[(w->head + i) & (w->room - 1)];
  free (w->ring);
  w->ring = ring;
  w->room = room;
  w->head = 0;
}

bool worklist_push (struct worklist *w, uint32_t x)
{
  if (!bitset_add (&w->waiting, x))
    return false;
  if (w->n == w->room)
    grow_ring (w);
  w->ring[(w->head + w->n++) & (w->room - 1)] = x;
  return true;
}

bool worklist_pop (struct worklist *w, uint32_t *x)
{
  watch_poll ();
  if (!w->n)
    return false;
  *x = w->ring[w->head];
  w->head = (w->head + 1) & (w->room - 1);
  w->n--;
  bitset_remove (&w->waiting, *x);
  return true;
}

void worklist_free (struct worklist *w)
{
  free (w->ring);
  bitset_free (&w->waiting);
  *w = (struct worklist){0};
}

size_t worklist_bytes (const struct worklist *w)
{
  return w->room * sizeof *w->ring + bitset_bytes (&w->waiting);
}

/* Counting sort of the ids by rank; it is stable, so that equal ranks stay in the order of ids. */
static void place_by_rank (struct ranklist *w, const uint32_t *rank)
{
  uint32_t n = w->ids;
  uint32_t *start = XCNEWVEC (uint32_t, (size_t)n + 2);
  for (uint32_t x = 0; x < n; x++)
    start[(rank[x] < n ? (size_t)rank[x] : n) + 1]++;
  for (size_t r = 1; r <= n; r++) /* counts of rank r - 1 become where rank r begins */
    start[r] += start[r - 1];
  for (uint32_t x = 0; x < n; x++) {
    w->place[x] = start[rank[x] < n ? rank[x] : n]++;
    w->id[w->place[x]] = x;
  }
  free (start);
}

static size_t words_at (const struct ranklist *w, uint32_t level)
{
  return ((uint64_t)w->ids + (UINT64_C (1) << 6 * (level + 1)) - 1) >> 6 * (level + 1);
}

void ranklist_init (struct ranklist *w, const uint32_t *rank, uint32_t n)
{
  *w = (struct ranklist){.ids = n};
  w->place = XNEWVEC (uint32_t, n);
  w->id = XNEWVEC (uint32_t, n);
  place_by_rank (w, rank);
  do
    w->level[w->levels] = XCNEWVEC (uint64_t, words_at (w, w->levels));
  while (words_at (w, w->levels++) > 1);
}

bool ranklist_push (struct ranklist *w, uint32_t x)
{
  assert (x < w->ids);
  uint32_t place = w->place[x];
  for (uint32_t k = 0; k < w->levels; k++, place /= 64) {
    uint64_t *word = &w->level[k][place / 64], old = *word;
    *word |= UINT64_C (1) << place % 64;
    if (k == 0 && *word == old)
      return false;
    if (old)
      break; /* the levels above know */
  }
  w->n++;
  return true;
}

/* The first place that waits, of those below the bit PLACE of a level. */
static uint32_t first_below (const struct ranklist *w, uint32_t level, uint32_t place)
{
  while (level-- > 0)
    place = place * 64 + (unsigned)__builtin_ctzll (w->level[level][place]);
  return place;
}

/* The first place from PLACE on that waits; the number of ids: none. */
static uint32_t first_from (const struct ranklist *w, uint32_t place)
{
  for (uint32_t k = 0; k < w->levels && place / 64 < words_at (w, k); k++) {
    uint64_t bits = w->level[k][place / 64] & ~UINT64_C (0) << place % 64;
    if (bits)
      return first_below (w, k, place / 64 * 64 + (unsigned)__builtin_ctzll (bits));
    place = place / 64 + 1;
  }
  return w->ids;
}

static void take (struct ranklist *w, uint32_t place, uint32_t *x)
{
  *x = w->id[place];
  w->n--;
  for (uint32_t k = 0; k < w->levels; k++, place /= 64)
    if (w->level[k][place / 64] &= ~(UINT64_C (1) << place % 64))
      break;
}

bool ranklist_pop (struct ranklist *w, uint32_t *x)
{
  watch_poll ();
  if (!w->n)
    return false;
  take (w, first_below (w, w->levels, 0), x);
  return true;
}

bool ranklist_pop_on (struct ranklist *w, uint32_t *x)
{
  watch_poll ();
  if (!w->n)
    return false;
  uint32_t place = first_from (w, w->next);
  if (place == w->ids)
    place = first_below (w, w->levels, 0);
  w->next = place + 1;
  take (w, place, x);
  return true;
}

void ranklist_free (struct ranklist *w)
{
  free (w->place);
  free (w->id);
  for (uint32_t k = 0; k < w->levels; k++)
    free (w->level[k]);
  *w = (struct ranklist){0};
}

size_t ranklist_bytes (const struct ranklist *w)
{
  size_t bytes = (size_t)w->ids * (sizeof *w->place + sizeof *w->id);
  for (uint32_t k = 0; k < w->levels; k++)
    bytes += words_at (w, k) * sizeof *w->level[k];
  return bytes;
}
