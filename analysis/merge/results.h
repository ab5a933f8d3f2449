/* Results: C++ functions that return a struct with a constructor or destructor get a pointer to
   where it goes, of which calls say nothing.  Here they make it in a variable of their own and
   return that, as C does it. */

#ifndef RACECHECK_RESULTS_H
#define RACECHECK_RESULTS_H

#include "load.h"

void return_by_value (struct units *);

#endif
