/* Claims: stores that work like locks.

   - A slot is claimed: in one critical section its mark is found to be 0 and set, or its bit is
     found to be free in a mask and taken, or a count that is never more than one is found not to be
     0 and decreased.  From then on the mark is held like a lock, until it is given back.  For all
     threads that is so if whoever writes the mark claims it or has claimed it, all under a lock;
     verdicts-obligations.c checks that.
   - A reference is dropped: a count is decreased, atomically or under a lock.  Who finds that it
     was the last one is alone with the object: see verdicts-obligations.c.
   - A ticket is drawn: a counter is read and increased.  Nobody else gets the same number. */

#ifndef RACECHECK_CLAIMS_H
#define RACECHECK_CLAIMS_H

#include "locks-internal.h"

/* Finds those of a function whose locks are known at each point. */
void claims_find (struct body *);
/* What a store or an atomic does in a state. */
void claims_apply (struct lock_walk *, uint32_t record);
/* E is in R: whether that says that a reference was the last one. */
void claims_learn (struct lock_walk *, struct state *, expr_id e, struct result_range r);
/* A bit that is taken by setting it, as who takes it by clearing it sees it, and the other way
   round; 0: the lock is no bit. */
expr_id claim_opposite (struct exprs *, expr_id lock);
/* The claim of a record; NULL: it is none. */
const struct claim *claim_at (const struct body *, uint32_t record);

#endif
