/* Prefilter: what can be shared at all.  Most of a program works on memory that one thread has for
   itself; the expensive stages need to see the rest only.

   A location is a candidate if some thread may write it and another one, or another instance of the
   same, may touch it.  The slice is the functions with accesses of candidates or with
   synchronisation, and all their callers. */

#ifndef RACECHECK_PREFILTER_H
#define RACECHECK_PREFILTER_H

#include "bitset.h"
#include "effects.h"

/* Where a thread of control starts. */
struct entry {
  funid function;
  bool many;   /* more than one may run at a time */
  bool at_end; /* by a thread that ends, with what it has kept by a key */
};

/* Bits of a mask; what does not fit shares the last one. */
enum { MOST_ENTRIES = 64 };

struct prefilter {
  VEC (struct entry) entries;
  uint64_t *reached;        /* by function: entries that lead there */
  struct bitset recursive;  /* functions that may be called again before they return */
  bool *published;          /* by object: more than one thread may know it */
  struct bitset candidates; /* locations */
  bool *sliced;             /* by function */
  struct {
    uint32_t functions, sliced, locations, candidates;
    uint64_t instructions, sliced_instructions;
  } stats;
};

void prefilter_find (struct prefilter *, struct pointers *, const struct effects *);
/* Whether a call gives a pointer away that matters: to what threads share, or to a function. */
bool gives_away (struct pointers *, const struct prefilter *, const struct call_edge *);
/* Whether no other thread than main calls F, from wherever. */
bool only_main_calls (const struct prefilter *, const struct program *, funid f);
void prefilter_free (struct prefilter *);

#endif
