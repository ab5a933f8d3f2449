/* Walks: loops that go through a list from node to node, and create a thread or a task for each. */

#ifndef RACECHECK_WALKS_H
#define RACECHECK_WALKS_H

#include "summaries-internal.h"

/* Fills `walks' of a FORK: which of what the thread gets is a node that no other thread of this
   creation gets. */
void walks_find (struct body *, struct item *fork);

/* Whether the access of so many bytes (0: unknown) at E stays in the NODE that the function F knows
   by this name, so that it is to no other node. */
bool walks_stays (struct summaries *, funid f, expr_id node, expr_id e, uint64_t bytes);

#endif
