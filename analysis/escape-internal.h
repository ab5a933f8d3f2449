/* Between escape.c, which follows what happens to roots, and escape-roots.c, which finds them. */

#ifndef RACECHECK_ESCAPE_INTERNAL_H
#define RACECHECK_ESCAPE_INTERNAL_H

#include "summaries-internal.h"

enum { MOST_ROOTS = 64, NO_ROOT = MOST_ROOTS };

/* What is no longer owned, and what is only if a formal is: bits of roots. */
struct owning {
  uint64_t escaped, tied;
};

struct escape_walk {
  struct body *d;
  expr_id root[MOST_ROOTS];
  uint32_t n;
  struct map number;           /* by expression: 1 + number */
  struct map of_object;        /* by object: 1 + number in masks */
  VEC (uint64_t) masks;        /* roots that the object may be */
  uint64_t inside[MOST_ROOTS]; /* roots that are stored in its memory, at any time */
  uint64_t locals_of_thread;   /* roots that are thread-local variables */
  struct owning *in;           /* by block */
  struct summary *summary;
};

static inline uint64_t escape_bit (uint32_t n)
{
  return n == NO_ROOT ? 0 : (uint64_t)1 << n;
}

/* Whether E is memory that the function may have for itself. */
bool escape_is_root (const struct body *, expr_id e);
/* The number of the root that E is in, or NO_ROOT. */
uint32_t escape_root (const struct escape_walk *, expr_id e);
/* The roots that a value may point to; POINTS if no expression says what it is. */
uint64_t escape_roots_of (const struct escape_walk *, expr_id e, setid points);
/* Fills `root' and what leads to it, and the takes of the body. */
void escape_find_roots (struct escape_walk *);

#endif
