/* Lists: loops that create or join a thread for each element of a list. */

#ifndef RACECHECK_LISTS_H
#define RACECHECK_LISTS_H

#include "summaries-internal.h"

/* Fills `list' of a FORK or JOIN. */
void lists_find (struct body *, struct item *);

#endif
