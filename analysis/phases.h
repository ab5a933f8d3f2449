/* Phases: how often a thread has passed a barrier.  Of threads that all meet at a barrier, two are
   at the same time in the same phase only: accesses whose numbers of passes cannot be equal are
   ordered.

   The number is kept as a first one and a stride: 0 and 2 stands for 0, 2, 4, ..., the passes
   before the first barrier of a loop with two. */

#ifndef RACECHECK_PHASES_H
#define RACECHECK_PHASES_H

#include "signals.h"

struct phase {
  uint32_t first, stride; /* stride 0: only that */
};

struct phases {
  const struct contexts *c;
  const struct signals *signals;
  vec_u32 barriers;  /* terms of their signals */
  struct tuples ids; /* first and stride for each barrier */
  struct map at;     /* function, record: 1 + first of its phases in `passed', since entry */
  VEC (struct phase) passed;
  struct map entries; /* start and function: 1 + first of its phases in `entered' */
  VEC (struct phase) entered;
};

void phases_find (struct phases *, const struct contexts *, const struct signals *);
void phases_free (struct phases *);
/* The phases in which a record of function F is executed by a thread; 0: nothing is known. */
uint32_t phases_at (struct phases *, thread_id, funid f, uint32_t record);
/* Whether a barrier keeps phases A of thread T and phases B of thread U apart. */
bool phases_apart (const struct phases *, thread_id t, uint32_t a, thread_id u, uint32_t b);

#endif
