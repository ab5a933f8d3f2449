/* Nested: see nested.c. */

#ifndef RACECHECK_NESTED_H
#define RACECHECK_NESTED_H

#include "threads.h"

/* Whether there are OpenMP regions; *APART: functions in which their constructs mean nothing. */
bool nested_find (const struct threads *, struct bitset *apart);

#endif
