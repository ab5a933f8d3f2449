/* Between the files that find joins of lists: threads-lists.c finds the pairs of loops,
   lists-quiet.c whether nobody changes what they go by from one to the other. */

#ifndef RACECHECK_LISTS_PAIRS_H
#define RACECHECK_LISTS_PAIRS_H

#include "loops.h"
#include "threads-internal.h"

/* A loop of creations and one of joins, in one function or what it calls. */
struct list_pair {
  struct thread_finder *d;
  const struct item *fork, *join; /* as the function sees them */
  const struct list_loop *forks, *joins;
  uint32_t own;       /* the creation, as the function at hand may do it; 0: it must not */
  uint32_t allowed;   /* 1 + a record of the function of FORKS that may do what it does; 0: none */
  setid way, handles; /* where the pointers are, and the handles */
  setid behind;       /* ... those of the way that lead from nodes to handles */
};

/* Whether the access changes what is there. */
bool lists_touched (const struct summaries *, const struct effect *, setid where);
/* The pointer that leads to what the expression is, and where to, while it is loaded; 0: none. */
expr_id lists_pointer_load (const struct exprs *, expr_id);
/* The record of its function where the item, which has no loop of its own, loads a pointer that
   leads to the list, before it calls who has; UINT32_MAX: there. */
uint32_t lists_loaded_before (const struct exprs *, const struct item *, expr_id load);
/* Whether nobody changes the way, nor the handles: from the creations in a function, seen as FORK
   there, to the joins in JOIN, NULL: until it returns; */
bool lists_quiet_behind (struct list_pair *, const struct item *fork, const struct item *join);
/* from when the first node is looked for to the loop of creations, or to where the new one is put
   there; */
bool lists_quiet_before (struct list_pair *);
/* from when the joins look for the first node, or the function begins, seen as JOIN there, to the
   joins: there are no creations at all; */
bool lists_quiet_at_joins (struct list_pair *, const struct item *join, bool looks);
/* from when the pointers that lead to the list are loaded to the call of who creates. */
bool lists_quiet_at_call (struct list_pair *, const struct item *fork);
/* Whether what a function stores when the joins are done is that the list is empty. */
bool lists_reset (struct list_pair *, const struct effect *);

#endif
