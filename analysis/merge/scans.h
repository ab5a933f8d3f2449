/* Scans: what GCC makes of OpenMP's `scan' skips the exchange between threads, with its barriers,
   if there is only one thread.  Then nothing races in the team, so that this way need not be looked
   at. */

#ifndef RACECHECK_SCANS_H
#define RACECHECK_SCANS_H

#include "load.h"

void forget_single_threads (struct units *);

#endif
