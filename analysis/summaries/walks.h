/* Walks: loops that go through a list from node to node, and create a thread or a task for each. */

#ifndef RACECHECK_WALKS_H
#define RACECHECK_WALKS_H

#include "loops.h"

/* A pointer that goes from node to node: a value, or a variable in memory. */
struct walk_loop {
  struct counter loop; /* header and latch: there is nothing that counts */
  expr_id now, next;   /* the node, and the one of the next round: what is loaded LINK bytes behind
                          the node, plus SHIFT */
  int64_t link, shift;
  expr_id first;    /* a value: where it begins */
  expr_id variable; /* its address; 0: it is a value */
  uint32_t store;   /* that sets it to the next node */
  bool again;       /* asked for: the loop may begin again */
};

/* Whether E is the node of this round: what is loaded from the variable before that goes on. */
bool walks_is_node (struct body *, const struct walk_loop *, expr_id e);
/* Finds the loop that executes the record once for each node, and calls the node E. */
bool walks_at (struct body *, uint32_t record, expr_id e, struct walk_loop *);

/* Fills `walks' of a FORK: which of what the thread gets is a node that no other thread of this
   creation gets. */
void walks_find (struct body *, struct item *fork);

/* Whether the access of so many bytes (0: unknown) at E stays in the NODE that the function F knows
   by this name, so that it is to no other node. */
bool walks_stays (struct summaries *, funid f, expr_id node, expr_id e, uint64_t bytes);

#endif
