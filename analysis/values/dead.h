/* Dead: branches that are never taken, or always, because of what their numbers can be.

   In each function an integer may be what the operation that makes it allows: few numbers, or
   bounds and a remainder (numbers.h).  Conditions that lead to a block narrow that there; at the
   beginning of loops bounds that move are given up, and found again from what leads back.  In
   programs that are not large arguments are what callers give, and results what functions return.
   Memory and what comes from outside may be anything.  A branch that is decided compares constants
   afterwards, so that all other stages know. */

#ifndef RACECHECK_DEAD_H
#define RACECHECK_DEAD_H

#include "pointers.h"

void settle_branches (struct program *, const struct pointers *);

#endif
