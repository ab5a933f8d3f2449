/* Not null: pointers that functions get and are never null: `if (!p) return;' never returns.

   A formal is not null if no call gives it a null pointer: all calls are seen, and give it an
   address, memory that was dereferenced before, what a branch on the way has found not to be null,
   or such a formal or result.  That is assumed of all that depend on each other until one is found
   that may be null.  Functions are looked at when somebody asks. */

#ifndef RACECHECK_NONNULL_H
#define RACECHECK_NONNULL_H

#include "flow.h"
#include "map.h"
#include "pointers.h"

struct nonnull {
  const struct pointers *p;
  struct arena arena;
  uint32_t *first;   /* by function, n_functions + 2: its callers, in `callers' */
  uint32_t *callers; /* of pointers.calls */
  struct map known;  /* function, formal: enum of nonnull.c */
};

void nonnull_init (struct nonnull *, const struct pointers *);
void nonnull_free (struct nonnull *);
/* The flow of a function, remembered. */
const struct flow *nonnull_flow (struct nonnull *, funid);
/* Whether the edge of a block of F is never taken, since a formal would be null there. */
bool edge_needs_null (struct nonnull *, funid f, uint32_t block, uint32_t edge);
/* Whether the pointer that an operand of RECORD in F is cannot be null. */
bool operand_is_nonnull (struct nonnull *, funid f, const struct operand *, uint32_t record);

#endif
