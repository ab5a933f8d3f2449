/* What the files of sets.h share. */

#ifndef RACECHECK_SETS_INTERNAL_H
#define RACECHECK_SETS_INTERNAL_H

#include "sets.h"

/* Fewest and most chunks of a set without pages, and how many neighbouring ones share a page. */
enum { LEAST_CHUNKS = 3, FLAT_CHUNKS = 64, PAGE_CHUNKS = 32 };

enum operation { UNION = 1, INTERSECTION, DIFFERENCE };

struct chunk {
  uint32_t index, low, high; /* of a page: its place, id and size */
};

enum { CHUNK_WORDS = sizeof (struct chunk) / sizeof (uint32_t) };

static inline uint64_t mask_of (const struct chunk *c)
{
  return (uint64_t)c->high << 32 | c->low;
}

static inline struct chunk chunk (uint32_t index, uint64_t mask)
{
  return (struct chunk){index, (uint32_t)mask, (uint32_t)(mask >> 32)};
}

/* Chunks, and how many elements they have. */
struct view {
  const struct chunk *chunks;
  uint32_t n, size;
};

/* A set without pages, whatever its form; ROOM serves one of few elements. */
struct view view_of (const struct sets *, setid, struct chunk room[SETS_FEW]);
struct chunk *scratch_chunks (struct sets *, uint64_t n);
/* The set of the N chunks in the scratch memory, which have SIZE elements. */
setid from_scratch (struct sets *, uint32_t n, uint64_t size);
/* The first chunk from I on whose index is at least INDEX, or N: in time by the logarithm of the
   distance. */
uint32_t seek_chunk (const struct chunk *, uint32_t i, uint32_t n, uint32_t index);
/* A op B into OUT, which has a chunk to spare; returns how many chunks, and in *SIZE elements. */
uint32_t merge_chunks (enum operation, const struct view *a, const struct view *b,
                       struct chunk *out, uint64_t *size);
bool view_has (const struct view *, uint32_t x);
bool view_is_part (const struct view *a, const struct view *b);
bool views_meet (const struct view *a, const struct view *b);

/* sets-pages.c */

/* Goes through a set page by page; of one that has none through parts of its chunks. */
struct pages {
  const struct sets *p;
  const struct chunk *at;  /* pages, or chunks */
  uint32_t i, n, n_chunks; /* the next one of how many */
  uint32_t size;
  setid id; /* 0: it is none */
  bool paged;
  struct chunk room[SETS_FEW];
};

static inline bool is_paged (const struct sets *p, setid s)
{
  return s && set_is_paged (tuples_length (&p->tuples, s));
}

void pages_of_set (struct pages *, const struct sets *, setid);
void pages_of_element (struct pages *, const struct sets *, uint32_t x);
/* The set of N chunks, more than a set without pages has. */
setid pages_from (struct sets *, const struct chunk *, uint32_t n, uint64_t size);
/* A op B, at least one of which has pages; if it is the union, none is part of the other. */
setid pages_merge (struct sets *, enum operation, struct pages *a, struct pages *b);
bool pages_have (const struct sets *, setid, uint32_t x);
bool pages_are_part (struct pages *a, struct pages *b);
bool pages_meet (struct pages *a, struct pages *b);

#endif
