/* Flow: the control flow graph of one function. */

#ifndef RACECHECK_FLOW_H
#define RACECHECK_FLOW_H

#include "program.h"
#include "scc.h"

struct flow {
  struct csr successors;   /* in the order of the blocks' edges */
  struct csr predecessors; /* ascending */
  struct rpo rpo;
  struct dominators dominators;
  bool *in_cycle;     /* by block */
  uint32_t *block_of; /* by record */
};

/* The flow of a function with a body; found once, and there as long as the program.  What branches
   say may change meanwhile, but not where they lead to. */
const struct flow *flow_of (const struct program *, funid);
/* By block: the first block of the innermost loop around it, of that block itself the loop around
   that; NODE_NONE: there is none.  Only loops that are entered at one block. */
uint32_t *flow_loops (struct arena *, const struct flow *);
/* Whether a way leads from the end of block FROM to block TO; and one that comes neither to the
   block WITHOUT nor to NOR. */
bool flow_leads (const struct function *, uint32_t from, uint32_t to);
bool flow_leads_without (const struct function *, uint32_t from, uint32_t to, uint32_t without,
                         uint32_t nor);
/* Whether record A is executed before record B on every way to B (or is B). */
bool flow_dominates (const struct flow *, uint32_t a, uint32_t b);

#endif
