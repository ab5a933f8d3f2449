/* Map: 64-bit keys to 32-bit values, listed in the order of insertion.  A pair of ids is a key by
   map_pair.  Takes 12 bytes per entry and 8 to 16 for its slot; only the newest can be removed. */

#ifndef RACECHECK_MAP_H
#define RACECHECK_MAP_H

#include "hash.h"
#include "vec.h"

struct map_entry {
  uint32_t key_low, key_high, value; /* the key in halves: no padding */
};

/* All zero is empty. */
struct map {
  struct hash_index index;
  VEC (struct map_entry) entries; /* oldest first */
};

static inline uint64_t map_pair (uint32_t a, uint32_t b)
{
  return (uint64_t)a << 32 | b;
}

/* The value of KEY, or NULL; to be changed in place; good until the next insertion. */
uint32_t *map_find (const struct map *, uint64_t key);
/* The value of KEY, which is entered with 0 if missing; good until the next insertion. */
uint32_t *map_at (struct map *, uint64_t key);
/* The value of KEY, or MISSING. */
uint32_t map_get (const struct map *, uint64_t key, uint32_t missing);
/* Enters or changes KEY. */
void map_set (struct map *, uint64_t key, uint32_t value);
/* Enters KEY, or leaves it as it is and returns false. */
bool map_add (struct map *, uint64_t key, uint32_t value);
/* Empty, but keeps its memory; takes time by the entries: one map can serve all functions. */
void map_clear (struct map *);
/* Takes out all but the oldest N. */
void map_cut (struct map *, uint32_t n);
void map_free (struct map *);
/* Memory held. */
size_t map_bytes (const struct map *);

/* The entries are numbered 0 .. map_size - 1 in the order of insertion. */
static inline uint32_t map_size (const struct map *m)
{
  return m->entries.n;
}

static inline uint64_t map_key (const struct map *m, uint32_t i)
{
  return map_pair (m->entries.v[i].key_high, m->entries.v[i].key_low);
}

static inline uint32_t map_value (const struct map *m, uint32_t i)
{
  return m->entries.v[i].value;
}

#endif
