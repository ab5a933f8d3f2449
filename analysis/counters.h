/* Counters: one that is set to a constant in one place, once, by main, while nobody who counts it
   or looks at it runs yet, starts with that, whatever it was before and whoever else runs then. */

#ifndef RACECHECK_COUNTERS_H
#define RACECHECK_COUNTERS_H

#include "contexts.h"

struct counters {
  const struct contexts *c;
  struct map threads; /* by location: those that touch it */
  struct map stores;  /* ... how many instructions set it */
  struct map setting; /* ... 1 + an occurrence of one of them */
};

void counters_find (struct counters *, const struct contexts *);
void counters_free (struct counters *);
/* Whether another thread may touch one of the locations while the occurrence sets it. */
bool counters_meet (struct counters *, const struct occurrence *, setid where);
/* What the counter starts with; false: it is not set so. */
bool counters_start (struct counters *, loc_id, int64_t *);

#endif
