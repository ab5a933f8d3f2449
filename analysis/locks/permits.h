/* Permits: locks that programs make themselves.

   - A word that atomics take by changing it from 0 to another number, a constant or one that is
     certainly above 0, and give back by setting it to 0: nothing else is ever written there, and
     only who has it gives it back.
   - A semaphore that starts at 1, or several that hand on one permit and start at 1 together: who
     posts one of them has waited for one of them.
   - A barrier: the one thread that it tells so (PTHREAD_BARRIER_SERIAL_THREAD) has it until it
     waits there again.

   What permits_check finds to be otherwise is put into `broken', and is none in the next round. */

#ifndef RACECHECK_PERMITS_H
#define RACECHECK_PERMITS_H

#include "summaries.h"

enum permit_use {
  PERMIT_NONE,
  PERMIT_TAKE,
  PERMIT_GIVE,
  PERMIT_OTHER /* writes something that is neither */
};

struct permit_op {
  uint8_t use;                       /* enum permit_use */
  bool ordered;                      /* as a lock orders memory */
  const struct model_operand *place; /* of the word */
  const struct model_outcome *on;    /* TAKE: when it has happened */
  const struct model_operand *old;   /* TAKE: memory that must hold 0; NULL: nothing must */
};

/* What an effect of a call, a record of F, does to a word. */
struct permit_op permit_op_of (const struct summaries *, funid f, uint32_t record,
                               const struct model_effect *);
/* Finds the words and semaphores that may be permits: s->permits, s->no_permits, s->permit_of. */
void permits_find (struct summaries *);
/* Whether one of the locations of a lock of function F is a permit. */
bool is_permit (struct summaries *, funid f, expr_id lock);
/* Whether a lock is none because it is a semaphore or word that is no permit. */
bool is_no_lock (struct summaries *, funid f, expr_id lock);
/* Whether what is done once may be done again, since a thread sets its control back. */
bool may_be_rearmed (struct summaries *, funid f, expr_id control);
/* Whether it is a barrier, or what something is done once by, which nobody would call a lock. */
bool is_unnamed_lock (struct summaries *, funid f, expr_id lock);
/* The location that stands for the permits that are handed on together; 0: LOCK is no single one.
 */
loc_id permit_location (struct summaries *, funid f, expr_id lock);
/* The hold of a permit that is handed on as LOCK is; 0: none. */
uint32_t permit_hold (struct summaries *, funid f, setid held, expr_id lock);

struct verdicts;
void permits_check (const struct verdicts *, struct map *broken);

#endif
