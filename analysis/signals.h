/* Signals: semaphores, barriers and flags as order.  What a thread does before it sends a signal
   for the first time is done before what another thread does after it has seen it:

   - a semaphore that starts at 0 and that one thread posts: whoever has waited for it has seen it;
   - a flag, a location that starts as 0, is set to constants only, and to others than 0 by one
     thread: whoever has found it not to be 0.  Reading and setting it are judged for themselves,
     and atomics must order memory;
   - a flag that several threads set, but each only when it has found it to be 0 under one lock that
     they all hold: what is done under that lock while the flag is known to be 0 is before whatever has
     found it not to be 0 (double-checked initialisation);
   - a barrier for as many threads as there are: whoever has passed it has seen that all the others
     have come to it.

   locks.c tracks, like locks, which signals have been seen (must) and sent (may). */

#ifndef RACECHECK_SIGNALS_H
#define RACECHECK_SIGNALS_H

#include "contexts.h"

struct signal_info {
  bool broken; /* proves nothing */
  bool is_barrier;
  setid senders;  /* threads */
  uint64_t count; /* barrier: for how many */
  bool unchecked; /* flag: somebody sets it without having found it to be 0 */
  bool is_set;    /* flag: somebody sets it */
  setid guards;   /* flag: the locks that all hold who set it; terms */
};

struct signals {
  struct map of; /* by term: 1 + number in v */
  VEC (struct signal_info) v;
  struct map starts; /* by location: 1 + what a semaphore or barrier starts at; 0 in it: unknown */
};

void signals_find (struct signals *, const struct contexts *);
void signals_free (struct signals *);
/* Whether something in thread A, where SENT may have been sent, is before whatever has SEEN. */
/* Whether something that is done under HELD is before whatever has SEEN a flag that was not set then.
 */
bool signals_unset (const struct signals *, const struct contexts *, struct guards held,
                    setid seen);
bool signals_order (const struct signals *, const struct contexts *, thread_id a, setid sent,
                    setid seen);

#endif
