/* Rounds: how often a thread has passed a barrier.  Of threads that all meet at a barrier, two are
   at the same time in the same round only: accesses whose numbers of passes cannot be equal are
   ordered.

   The number is kept as a first one and a stride: 0 and 2 stands for 0, 2, 4, ..., the passes
   before the first barrier of a loop with two. */

#ifndef RACECHECK_ROUNDS_H
#define RACECHECK_ROUNDS_H

#include "signals.h"

struct round {
  uint32_t first, stride; /* stride 0: only that */
};

struct rounds {
  const struct contexts *c;
  const struct signals *signals;
  vec_u32 barriers;  /* terms of their signals */
  struct tuples ids; /* first and stride for each barrier */
  struct map at;     /* function, record: 1 + first of its rounds in `passed', since entry */
  VEC (struct round) passed;
  struct map entries; /* start and function: 1 + first of its rounds in `entered' */
  VEC (struct round) entered;
};

void rounds_find (struct rounds *, const struct contexts *, const struct signals *);
void rounds_free (struct rounds *);
/* A record of function F, as far as rounds go; 0: there is no barrier. */
uint32_t rounds_at (struct rounds *, funid f, uint32_t record);
/* Whether a barrier keeps place A of thread T and place B of thread U apart. */
bool rounds_apart (const struct rounds *, thread_id t, uint32_t a, thread_id u, uint32_t b);

#endif
