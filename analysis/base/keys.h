/* Keys: a set of 64-bit keys that is only asked whether something new was added.  A map would look
   twice into memory for each question: where many are asked of many keys, that is most of the time.
   Key 0 is none. */

#ifndef RACECHECK_KEYS_H
#define RACECHECK_KEYS_H

#include "hash.h"

struct keys {
  uint64_t *slots; /* open addressing, linear probing, at most half full; 0: free */
  uint32_t n;
  uint8_t bits; /* of the number of slots; 0: there are none yet */
};

/* Where KEY is, or would be. */
static inline uint64_t *keys_slot_ (const struct keys *s, uint64_t key)
{
  uint64_t mask = (UINT64_C (1) << s->bits) - 1, i = hash_u64 (key) & mask;
  while (s->slots[i] && s->slots[i] != key)
    i = (i + 1) & mask;
  return &s->slots[i];
}

static inline void keys_grow_ (struct keys *s)
{
  enum { FIRST_BITS = 6 };
  struct keys old = *s;
  s->bits = s->bits ? s->bits + 1 : FIRST_BITS;
  s->slots = XCNEWVEC (uint64_t, (size_t)1 << s->bits);
  for (size_t i = 0; old.bits && i < (size_t)1 << old.bits; i++)
    if (old.slots[i])
      *keys_slot_ (s, old.slots[i]) = old.slots[i];
  free (old.slots);
}

/* Whether KEY, not 0, was not there yet. */
static inline bool keys_add (struct keys *s, uint64_t key)
{
  if (!s->bits || s->n >> (s->bits - 1))
    keys_grow_ (s);
  uint64_t *slot = keys_slot_ (s, key);
  if (*slot)
    return false;
  *slot = key;
  s->n++;
  return true;
}

static inline void keys_free (struct keys *s)
{
  free (s->slots);
  *s = (struct keys){0};
}

#endif
