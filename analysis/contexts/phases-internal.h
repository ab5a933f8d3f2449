/* Between the files of the phases: phases.c finds them, phases-sites.c tells calls apart. */

#ifndef RACECHECK_PHASES_INTERNAL_H
#define RACECHECK_PHASES_INTERNAL_H

#include "flow.h"
#include "teams.h"
#include "worklist.h"

/* Whether execution goes on in the callee for the same team. */
bool phases_stay (const struct phases *, const struct call_edge *);
/* 1 + the first of the calls of F that threads of a team may have done instead of that at the
   record; 0: nobody knows. */
uint32_t phases_site (struct phases *, funid f, uint32_t record);

#endif
