/* Misuse of locks: what threads do with locks that cannot be meant.

   While functions are summarised, what each does with locks is noted as operations: the lock as an
   expression, and whether the function holds it then.  An operation that happens whenever its
   function is called goes up to the callers, in their terms, as items do.  When the contexts are
   known, the operations tell which locks are taken twice, given back by who has none, and so on;
   only what is certain on some way through the program counts. */

#ifndef RACECHECK_MISUSE_H
#define RACECHECK_MISUSE_H

#include "contexts.h"
#include "rules.h"

struct body;
struct lock_walk;

/* Operations of the function at hand */

/* Notes what the call at RECORD does with locks, in the states before it; FINAL: there will be no
   others.  Whether that is anything. */
bool operations_note (struct lock_walk *, uint32_t record, bool final);
/* Brings the operations of callees; after the points are known. */
void operations_bring (struct body *, struct summary *);

/* Whether callers may learn something from it. */
bool operation_goes_up (const struct summaries *, const struct operation *);

/* The stage */

/* An operation in a context: something that a thread does. */
struct misuse_event {
  uint32_t operation, context;
  thread_id thread;
};

enum { LONGEST_CYCLE = 4 };

/* Something that is wrong: an operation, or several that wait for each other. */
struct misuse {
  uint8_t rule, n;
  struct misuse_event at[LONGEST_CYCLE];
  uint32_t earlier; /* the operation that has taken the lock; 0: unknown, or does not matter */
};

/* Something about a place in the source. */
struct misuse_place {
  uint8_t rule;
  funid function; /* 0: none, only a unit */
  uint32_t record;
  const struct unit *unit;
  const char *said; /* NULL: what the rule says */
  const char *name; /* of a function that it is about; NULL: none */
  loc_id loc;       /* of a lock that it is about; 0: none */
};

/* Two accesses of a simd loop; or, if there is no first one, a variable that is assigned there. */
struct misuse_lanes {
  uint32_t effect[2]; /* from 1 */
  uint32_t meet;      /* enum lanes_meet */
  funid function;
  uint32_t record;
};

struct misuses {
  struct contexts *c;
  VEC (struct misuse_lanes) lanes;
  VEC (struct misuse) v;
  VEC (struct misuse_place) places;
};

/* Adds cycles of locks that threads take while they hold others. */
void misuse_find_order (struct misuses *);
/* Adds locks that are copied. */
void misuse_find_copies (struct misuses *);
/* Adds what iterations of simd loops have in common. */
void misuse_find_lanes (struct misuses *);
/* Adds the places where the analysis takes something for granted. */
void assumptions_find (struct misuses *, const struct prefilter *);
/* ASKED: a set of rules. */
void misuse_find (struct misuses *, struct contexts *, uint32_t asked);
void misuse_free (struct misuses *);

#endif
