/* Bitset: a mutable set of small numbers, one bit for each up to the largest ever set.  Reading
   beyond that is allowed and finds nothing. */

#ifndef RACECHECK_BITSET_H
#define RACECHECK_BITSET_H

#include "vec.h"

#include <stdbool.h>

/* All zero is empty. */
struct bitset {
  VEC (uint64_t) words;
};

#define BITSET_END UINT64_MAX

static inline bool bitset_has (const struct bitset *b, uint32_t x)
{
  return x / 64 < b->words.n && b->words.v[x / 64] >> x % 64 & 1;
}

/* Puts X in, or takes it out; true if that changed anything. */
static inline bool bitset_add (struct bitset *b, uint32_t x)
{
  if (x / 64 >= b->words.n)
    vec_resize (&b->words, x / 64 + 1);
  uint64_t old = b->words.v[x / 64], bit = UINT64_C (1) << x % 64;
  b->words.v[x / 64] = old | bit;
  return !(old & bit);
}

static inline bool bitset_remove (struct bitset *b, uint32_t x)
{
  if (!bitset_has (b, x))
    return false;
  b->words.v[x / 64] &= ~(UINT64_C (1) << x % 64);
  return true;
}

/* The least element from FROM on, or BITSET_END:
   for (uint64_t x = bitset_next (b, 0); x != BITSET_END; x = bitset_next (b, x + 1)) */
static inline uint64_t bitset_next (const struct bitset *b, uint64_t from)
{
  if (from / 64 >= b->words.n)
    return BITSET_END;
  uint32_t i = (uint32_t)(from / 64);
  uint64_t word = b->words.v[i] & UINT64_MAX << from % 64;
  while (!word) {
    if (++i == b->words.n)
      return BITSET_END;
    word = b->words.v[i];
  }
  return (uint64_t)i * 64 + (unsigned)__builtin_ctzll (word);
}

/* The number of elements; by the words. */
static inline uint64_t bitset_count (const struct bitset *b)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < b->words.n; i++)
    n += (unsigned)__builtin_popcountll (b->words.v[i]);
  return n;
}

/* INTO |= B, INTO &= B, INTO &= ~B; true if INTO changed. */
static inline bool bitset_unite (struct bitset *into, const struct bitset *b)
{
  uint64_t changed = 0;
  if (b->words.n > into->words.n)
    vec_resize (&into->words, b->words.n);
  for (uint32_t i = 0; i < b->words.n; i++) {
    changed |= b->words.v[i] & ~into->words.v[i];
    into->words.v[i] |= b->words.v[i];
  }
  return changed;
}

static inline bool bitset_intersect (struct bitset *into, const struct bitset *b)
{
  uint64_t changed = 0;
  for (uint32_t i = 0; i < into->words.n; i++) {
    uint64_t keep = i < b->words.n ? b->words.v[i] : 0;
    changed |= into->words.v[i] & ~keep;
    into->words.v[i] &= keep;
  }
  return changed;
}

static inline bool bitset_subtract (struct bitset *into, const struct bitset *b)
{
  uint64_t changed = 0;
  for (uint32_t i = 0; i < into->words.n && i < b->words.n; i++) {
    changed |= into->words.v[i] & b->words.v[i];
    into->words.v[i] &= ~b->words.v[i];
  }
  return changed;
}

/* Empty, but keeps its memory. */
static inline void bitset_clear (struct bitset *b)
{
  vec_clear (&b->words);
}

static inline void bitset_free (struct bitset *b)
{
  vec_free (&b->words);
}

/* Memory held. */
static inline size_t bitset_bytes (const struct bitset *b)
{
  return vec_bytes (&b->words);
}

#endif
