/* Hashing: cheap mixing of numbers and bytes, and the index that map, interners and sets share.

   Hash values decide where a thing lies, never what comes out: numbers are given in the order of
   insertion, and nothing is listed in the order of slots. */

#ifndef RACECHECK_HASH_H
#define RACECHECK_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

#define HASH_K1 UINT64_C (0x9e3779b97f4a7c15)
#define HASH_K2 UINT64_C (0xd6e8feb86659fd93)

/* A bijection of 64 bits: every bit of X changes every bit of the result about half of the time. */
static inline uint64_t hash_u64 (uint64_t x)
{
  x = (x ^ x >> 30) * HASH_K2;
  x = (x ^ x >> 27) * HASH_K1;
  return x ^ x >> 31;
}

/* Two 32-bit numbers, in their order. */
static inline uint64_t hash_pair (uint32_t a, uint32_t b)
{
  return hash_u64 ((uint64_t)a << 32 | b);
}

/* H, into which X was mixed: for structs, member by member, in their order.  What differs in two
   members by a few bits each is still told apart.  Yet a hash is no identity: where two things that
   are taken for one do harm, compare them, or intern them. */
static inline uint64_t hash_add (uint64_t h, uint64_t x)
{
  h ^= x * HASH_K2;
  return (h << 31 | h >> 33) * HASH_K1 + HASH_K2;
}

static inline uint64_t hash_load_ (const unsigned char *p)
{
  uint64_t word;
  memcpy (&word, p, sizeof word);
  return word;
}

/* N bytes, at about 4 bytes per cycle: four chains that do not wait for each other. */
static inline uint64_t hash_bytes (const void *data, size_t n)
{
  const unsigned char *p = data;
  uint64_t h = n * HASH_K1;
  if (n >= 32) {
    uint64_t a = h, b = ~h, c = h + HASH_K1, d = h + HASH_K2;
    for (; n >= 32; n -= 32, p += 32) {
      a = hash_add (a, hash_load_ (p));
      b = hash_add (b, hash_load_ (p + 8));
      c = hash_add (c, hash_load_ (p + 16));
      d = hash_add (d, hash_load_ (p + 24));
    }
    h = hash_add (hash_add (hash_add (a, b), c), d);
  }
  for (; n >= 8; n -= 8, p += 8)
    h = hash_add (h, hash_load_ (p));
  if (n) {
    uint64_t rest = 0;
    memcpy (&rest, p, n);
    h = hash_add (h, rest);
  }
  return hash_u64 (h);
}

static inline uint64_t hash_string (const char *s)
{
  return hash_bytes (s, strlen (s));
}

/* Index: finds the numbers 0, 1, 2, ... of a table's elements by hash.  The table itself is the
   caller's; open addressing, linear probing, at most half full, since most of what is looked for is
   not there.  A slot of B-bit numbers has 32 - B bits left: they hold bits of the hash, so that few
   elements are compared in vain.

   All zero is empty. */
struct hash_index {
  uint32_t *slots; /* 2^bits of them: 0, or the number + 1 below bits of the hash */
  uint32_t n, bits;
};

#define HASH_NONE UINT32_MAX

/* Whether element NUMBER of TABLE has this KEY; and the hash of an element. */
typedef bool hash_same (const void *table, uint32_t number, const void *key);
typedef uint64_t hash_of (const void *table, uint32_t number);

enum { HASH_FIRST_BITS = 4, HASH_MOST_BITS = 32 };

/* The bits of a slot that hold the number; also what the number of a slot is masked with. */
static inline uint32_t hash_low_ (const struct hash_index *x)
{
  return (uint32_t)((UINT64_C (1) << x->bits) - 1);
}

/* The number of the element with this key, or HASH_NONE. */
__attribute__ ((always_inline)) static inline uint32_t
hash_index_find (const struct hash_index *x, uint64_t hash, hash_same *same, const void *table,
                 const void *key)
{
  if (!x->n)
    return HASH_NONE;
  uint32_t low = hash_low_ (x), tag = (uint32_t)hash & ~low;
  for (size_t i = hash >> (64 - x->bits);; i = (i + 1) & low) {
    uint32_t slot = x->slots[i];
    if (!slot)
      return HASH_NONE;
    if ((slot & ~low) == tag && same (table, (slot & low) - 1, key))
      return (slot & low) - 1;
  }
}

static inline void hash_place_ (struct hash_index *x, uint64_t hash, uint32_t number)
{
  uint32_t low = hash_low_ (x);
  size_t i = hash >> (64 - x->bits);
  while (x->slots[i])
    i = (i + 1) & low;
  x->slots[i] = ((uint32_t)hash & ~low) | (number + 1);
}

/* Enters element number x->n, which must be in TABLE and not yet here. */
static inline void hash_index_add (struct hash_index *x, uint64_t hash, hash_of *of,
                                   const void *table)
{
  if (!x->slots || (uint64_t)x->n * 2 >= UINT64_C (1) << x->bits) {
    x->bits = x->slots ? x->bits + 1 : HASH_FIRST_BITS;
    if (x->bits > HASH_MOST_BITS)
      xmalloc_failed (PTRDIFF_MAX);
    free (x->slots);
    x->slots = xcalloc ((size_t)1 << x->bits, sizeof *x->slots);
    for (uint32_t number = 0; number < x->n; number++)
      hash_place_ (x, of (table, number), number);
  }
  hash_place_ (x, hash, x->n++);
}

/* Empty, but keeps its memory; takes time by the number of elements, not of slots. */
static inline void hash_index_clear (struct hash_index *x, hash_of *of, const void *table)
{
  uint32_t low = hash_low_ (x);
  if (x->n > low / 16) {
    memset (x->slots, 0, ((size_t)low + 1) * sizeof *x->slots);
  } else {
    /* An element lies in the run of full slots that begins at its own, or was cleared with it. */
    for (uint32_t number = 0; number < x->n; number++)
      for (size_t i = of (table, number) >> (64 - x->bits); x->slots[i]; i = (i + 1) & low)
        x->slots[i] = 0;
  }
  x->n = 0;
}

/* Takes the last element out, which has this hash: it stands in nobody's way. */
static inline void hash_index_drop (struct hash_index *x, uint64_t hash)
{
  uint32_t low = hash_low_ (x);
  size_t i = hash >> (64 - x->bits);
  while ((x->slots[i] & low) != x->n)
    i = (i + 1) & low;
  x->slots[i] = 0;
  x->n--;
}

static inline void hash_index_free (struct hash_index *x)
{
  free (x->slots);
  *x = (struct hash_index){0};
}

static inline size_t hash_index_bytes (const struct hash_index *x)
{
  return x->slots ? sizeof *x->slots << x->bits : 0;
}

#endif
