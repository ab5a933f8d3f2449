/* Settled: global variables that main, and what it calls, have set for the last time before anybody
   asks: who loads the variable at one of two places finds the same.

     static int n = 4;
     main:  if (argc > 1) n = atoi (argv[1]);  launch ();  wait ();    both count to n */

#ifndef RACECHECK_SETTLED_H
#define RACECHECK_SETTLED_H

#include "terms.h"

/* Whether A and B, which are loads of such a variable, are equal. */
bool settled_loads (struct terms *, expr_id a, expr_id b);

#endif
