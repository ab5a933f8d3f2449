/* Walks: loops that go through a list from node to node, and create a thread or a task for each. */

#ifndef RACECHECK_WALKS_H
#define RACECHECK_WALKS_H

#include "summaries-internal.h"

/* Fills `walks' of a FORK: which of what the thread gets is a node that no other thread of this
   creation gets. */
void walks_find (struct body *, struct item *fork);

#endif
