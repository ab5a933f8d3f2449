/* Schedules: all that a small program can do, tried out.

   What verdicts cannot prove may still be excluded by values that threads leave for each other: by
   flags and turns (Peterson, Dekker), states that are set without looking, semaphores between which
   the slots of a ring go around, locks that are counted in thread-local memory.  For a program that
   is small enough the search executes main and all that it creates, in every order, and sees
   whether two accesses that conflict are ever next at the same time.

   It executes what GCC says, but knows only what matters: the memory on which conditions, handles
   and elements depend (schedules-slice.c).  All else is any value, and a condition on such goes
   both ways; so whatever the program can do is among what is tried.  What comes from outside is a
   value without a number, until a condition looks at it: then it is known wherever it is kept.

   Not every order need be tried.  Nobody sees when a thread does what only lets others go on
   (unlock, post, create), or accesses memory that cannot race, as verdicts have shown; and where
   it stands between two things that others see, all accesses in between may meet those of others
   (schedules-accesses.c).  Threads that were joined, or that nobody knows, make room for others.
   Conditions and timeouts may wake up at any time.  Programs that do more than the search knows
   (signals, cancellation, callbacks from outside, too many threads, too many states) are not
   judged.

   Why that is enough: if no sequentially consistent execution has a race, none has, as long as what
   is not protected by locks is atomic and sequentially consistent.  Memory that the search looks at
   must not race either.  One atomic variable, if it is the only one, may also be written with
   release and read with acquire: then each read orders memory, and coherence puts its values into
   one order.  Of several such variables older values may be read, too: see schedules-stale.c.  A
   read that does not order memory may find anything. */

#ifndef RACECHECK_SCHEDULES_H
#define RACECHECK_SCHEDULES_H

#include "verdicts.h"

struct schedules_stats {
  uint32_t states, proved;
  const char
      *refused; /* why the program was not judged; NULL: it was, or there was nothing to do */
};

/* Takes back the races that no schedule shows. */
void schedules_try (struct verdicts *, struct schedules_stats *);

#endif
