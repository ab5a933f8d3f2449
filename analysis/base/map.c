/* Map: an array of entries, oldest first, and an index into it. */

#include "map.h"

static uint64_t entry_key (const void *entries, uint32_t i)
{
  const struct map_entry *e = (const struct map_entry *)entries + i;
  return map_pair (e->key_high, e->key_low);
}

static bool entry_has_key (const void *entries, uint32_t i, const void *key)
{
  return entry_key (entries, i) == *(const uint64_t *)key;
}

static uint64_t entry_hash (const void *entries, uint32_t i)
{
  return hash_u64 (entry_key (entries, i));
}

__attribute__ ((always_inline)) static inline uint32_t number_of (const struct map *m, uint64_t key,
                                                                  uint64_t hash)
{
  return hash_index_find (&m->index, hash, entry_has_key, m->entries.v, &key);
}

static void append (struct map *m, uint64_t key, uint64_t hash, uint32_t value)
{
  vec_push (&m->entries, (struct map_entry){(uint32_t)key, (uint32_t)(key >> 32), value});
  hash_index_add (&m->index, hash, entry_hash, m->entries.v);
}

uint32_t *map_find (const struct map *m, uint64_t key)
{
  uint32_t i = number_of (m, key, hash_u64 (key));
  return i == HASH_NONE ? NULL : &m->entries.v[i].value;
}

uint32_t *map_at (struct map *m, uint64_t key)
{
  uint64_t hash = hash_u64 (key);
  uint32_t i = number_of (m, key, hash);
  if (i == HASH_NONE) {
    append (m, key, hash, 0);
    i = m->entries.n - 1;
  }
  return &m->entries.v[i].value;
}

uint32_t map_get (const struct map *m, uint64_t key, uint32_t missing)
{
  uint32_t i = number_of (m, key, hash_u64 (key));
  return i == HASH_NONE ? missing : m->entries.v[i].value;
}

void map_set (struct map *m, uint64_t key, uint32_t value)
{
  *map_at (m, key) = value;
}

bool map_add (struct map *m, uint64_t key, uint32_t value)
{
  uint64_t hash = hash_u64 (key);
  if (number_of (m, key, hash) != HASH_NONE)
    return false;
  append (m, key, hash, value);
  return true;
}

void map_clear (struct map *m)
{
  hash_index_clear (&m->index, entry_hash, m->entries.v);
  vec_clear (&m->entries);
}

void map_cut (struct map *m, uint32_t n)
{
  for (; m->entries.n > n; m->entries.n--)
    hash_index_drop (&m->index, entry_hash (m->entries.v, m->entries.n - 1));
}

void map_free (struct map *m)
{
  hash_index_free (&m->index);
  vec_free (&m->entries);
}

size_t map_bytes (const struct map *m)
{
  return hash_index_bytes (&m->index) + vec_bytes (&m->entries);
}
