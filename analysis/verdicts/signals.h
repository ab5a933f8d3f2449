/* Signals: semaphores, barriers and flags as order.  What a thread does before it sends a signal
   for the first time is done before what another thread does after it has seen it:

   - a semaphore that starts at 0 and that one thread posts: whoever has waited for it has seen it;
   - a flag, a location that starts as 0 and is set to something else by one thread, or by those who
     have found it so: whoever has found it not to be 0.  It may be the head of a queue, or the
   number of what is in there.  Reading and setting it are judged for themselves, and atomics must
   order memory;
   - two ends of a ring, which are both 0 at first: whoever has found that they differ has seen that
     one of them is not 0, if all who move the other one have seen that before, or make it equal;
   - a semaphore or flag of several threads which have all seen, before they send it, another signal
     that tells of the same (a reader that passes on what it has got);
   - a semaphore that several threads post once each: whoever has waited for it as often as there
   are threads;
   - a counter, which each thread counts up or down once: whoever has found that all have done that.
     Threads that are counted up by who creates them are all that there are when it is back at 0;
   - a flag that several threads set, but each only when it has found it to be 0 under one lock that
     they all hold: what is done under that lock while the flag is known to be 0 is before whatever
   has found it not to be 0 (double-checked initialisation);
   - a barrier for as many threads as there are, which is a constant, or to which the loop that
     creates them counts, too: whoever has passed it has seen that all the others
     have come to it.

   locks.c tracks, like locks, which signals have been seen (must) and sent (may). */

#ifndef RACECHECK_SIGNALS_H
#define RACECHECK_SIGNALS_H

#include "contexts.h"
#include "turns.h"

struct signal_info {
  bool broken; /* proves nothing */
  bool is_barrier;
  bool repeats;      /* a thread may send it more than once */
  setid senders;     /* threads */
  uint64_t count;    /* barrier: for how many */
  uint32_t init;     /* ... the item that says so, if it is no constant; else 0 */
  uint64_t all;      /* how many threads send it; 0 unknown */
  uint32_t number;   /* ... not more than that, if it is no constant: see summaries.numbers; 0 */
  int64_t low, high; /* what it starts with */
  bool armed;        /* counter: who creates the senders counts them up first */
  bool preset;       /* ... it was set to their number before, and PRESET_MORE */
  int32_t preset_more;
  setid known;    /* flag: what all who set it have seen, but for 0; terms of what was sent */
  setid passed;   /* ... terms of what those have seen who pass it on: not broken if these hold */
  bool unchecked; /* flag: somebody sets it without having found it to be 0 */
  bool is_set;    /* flag: somebody sets it */
  setid guards;   /* flag: the locks that all hold who set it; terms */
  bool in_region; /* ... they are threads of a team of OpenMP that is started once */
};

struct signals {
  struct map of; /* by term: 1 + number in v */
  VEC (struct signal_info) v;
  struct turns turns;
  struct map seen;   /* number in v, and a thread that sends it: 1 + what it has always seen then */
  struct map starts; /* by location: 1 + what a semaphore or barrier starts at; UINT32_MAX: unknown
                      */
  struct map unknown_starts; /* ... the item of its only initialisation then; 0: several */
};

void signals_find (struct signals *, const struct contexts *);
void signals_free (struct signals *);
/* Whether the item may say anything about signals. */
bool signals_concern (const struct contexts *, uint32_t item);
/* Which may order anything at all, as terms of what is sent: one thread sends it, and another may
   see it; or it is a barrier, a counter, or set by who has found it not to be set.  Contexts need
   not know of signals for that. */
void signals_find_useful (const struct contexts *, struct bitset *);
/* Whether something that is done under HELD is before whatever has SEEN a flag that was not set
 * then.
 */
bool signals_unset (const struct signals *, const struct contexts *, struct guards held,
                    setid seen);
/* What proves that something in thread A, done under HELD where SENT may have been sent, is before
   whatever of thread B has SEEN: a set of enum proof. */
uint32_t signals_order (const struct signals *, const struct contexts *, thread_id a,
                        struct guards held, setid sent, thread_id b, setid seen);
/* Whether only main does that. */
bool occurrence_is_main (const struct contexts *, const struct occurrence *);
/* Whether only one thread has seen what both have. */
bool signals_exclude (const struct signals *, const struct contexts *, setid a, setid b);

/* The claims among the guards of all who set the flag: one thread of the team does so, and is who
   holds one of them at another time. */
setid signal_claims (struct terms *, const struct signal_info *);
/* Whether the location is a barrier at which all of its threads meet. */
bool signals_is_barrier (const struct signals *, const struct contexts *, loc_id);

#endif
