/* Lanes: the iterations of a simd loop, which one thread may execute at the same time.

   Two of its iterations that touch the same memory, of which one writes, are no race of threads,
   but what the loop does then depends on how many iterations are executed at a time.  While a
   function is summarised, the accesses of its simd loops are compared as those of a team would be:
   the number of the iteration differs, and what is the same throughout the loop is a symbol.

     #pragma omp simd
     for (int i = 0; i < n; i++)
       a[i + 1] = a[i] + 1;      iterations x and x + 1: unless safelen is 1 */

#ifndef RACECHECK_LANES_H
#define RACECHECK_LANES_H

#include "summaries-internal.h"

enum lanes_meet {
  LANES_APART,
  LANES_MAY_MEET,
  LANES_IN_STEP, /* they meet, but not if lanes execute each instruction together */
  LANES_MEET
};

/* Finds the accesses of the function's simd loops that meet: summaries.lane_races. */
void lanes_find (struct body *);

/* Whether E, of the loop at hand, is the same in all iterations, as far as it is a value, a call or
   a load. */
bool lanes_have_value (const struct body *, const struct expr *);
/* The phi that counts the loop at hand, if the value is it; NULL. */
const struct rec_phi *lanes_counter (const struct body *, const struct expr *);

#endif
