/* Interners: equal strings, and equal tuples of 32-bit numbers, get equal ids.  Ids are dense, from
   1, in the order of first appearance; 0 is never an id.  What an id stands for stays where it is
   until the interner is freed.  Contents of 4 GB and more end the program. */

#ifndef RACECHECK_INTERN_H
#define RACECHECK_INTERN_H

#include "arena.h"
#include "hash.h"
#include "vec.h"

/* What both have in common: records of a length in bytes and so many of them. */
struct interner {
  struct hash_index index;
  VEC (uint32_t *) records; /* of id 1 at 0 */
  struct arena arena;
  uint32_t *next, *end; /* room for short records, packed closer than the arena does */
  uint64_t lookups;     /* calls of intern, for --stats */
};

/* All zero is empty. */
struct strings {
  struct interner i;
};
struct tuples {
  struct interner i;
};

/* The id of a string, copied when it is new; the second form may contain NUL. */
uint32_t strings_intern (struct strings *, const char *);
uint32_t strings_intern_n (struct strings *, const char *, size_t n);
/* The id of a string, or 0 if it has none. */
uint32_t strings_find (const struct strings *, const char *);
void strings_free (struct strings *);
/* Memory held. */
size_t strings_bytes (const struct strings *);

/* The id of N numbers, copied when they are new; N may be 0. */
uint32_t tuples_intern (struct tuples *, const uint32_t *, uint32_t n);
/* The id of N numbers, or 0 if they have none. */
uint32_t tuples_find (const struct tuples *, const uint32_t *, uint32_t n);
void tuples_free (struct tuples *);
/* Memory held. */
size_t tuples_bytes (const struct tuples *);

/* The largest id given. */
static inline uint32_t strings_count (const struct strings *s)
{
  return s->i.records.n;
}

static inline uint32_t tuples_count (const struct tuples *t)
{
  return t->i.records.n;
}

/* The string with this id, NUL-terminated. */
static inline const char *strings_text (const struct strings *s, uint32_t id)
{
  return (const char *)(s->i.records.v[id - 1] + 1);
}

static inline uint32_t strings_length (const struct strings *s, uint32_t id)
{
  return s->i.records.v[id - 1][0];
}

/* The numbers of the tuple with this id. */
static inline const uint32_t *tuples_numbers (const struct tuples *t, uint32_t id)
{
  return t->i.records.v[id - 1] + 1;
}

static inline uint32_t tuples_length (const struct tuples *t, uint32_t id)
{
  return t->i.records.v[id - 1][0] / sizeof (uint32_t);
}

#endif
