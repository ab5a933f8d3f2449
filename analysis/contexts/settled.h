/* Settled: global variables that main, and what it calls, have set for the last time before anybody
   asks: who loads the variable at one of two places finds the same.

     static int n = 4;
     main:  if (argc > 1) n = atoi (argv[1]);  launch ();  wait ();    both count to n */

#ifndef RACECHECK_SETTLED_H
#define RACECHECK_SETTLED_H

#include "terms.h"

/* Whether A and B, which are loads of such a variable, are equal. */
bool settled_loads (struct terms *, expr_id a, expr_id b);
/* Whether all loads of the variable are equal in those functions of which ASKS says so. */
bool settled_for (struct terms *, loc_id, const bool *asks);
/* Marks those that lead to functions which are marked, by calls or, unless BY_CALLS, as threads,
   too; but for one. */
void mark_callers (const struct pointers *, bool *marked, bool by_calls, funid but);
/* Whether the location is a variable, which exists once, and which code that nobody sees does not
   know. */
bool settled_may_be (const struct pointers *, loc_id);

#endif
