/* Graphs as arrays: strongly connected components, reverse postorder, dominators.  Nothing
   recurses; all but the dominators is linear.  Results lie in the caller's arena, and depend on the
   order of successors only. */

#ifndef RACECHECK_SCC_H
#define RACECHECK_SCC_H

#include "arena.h"

#include <stdbool.h>

/* The successors of node V are targets[first[v]] .. targets[first[v+1] - 1]. */
struct csr {
  uint32_t n;
  const uint32_t *first; /* n + 1 */
  const uint32_t *targets;
};

#define NODE_NONE UINT32_MAX

/* The graph of M edges FROM[i] -> TO[i]; successors in the order of the edges. */
struct csr csr_from_edges (struct arena *, uint32_t n, const uint32_t *from, const uint32_t *to,
                           uint32_t m);
/* The same edges turned round; predecessors in ascending order. */
struct csr csr_reverse (struct arena *, const struct csr *);

/* Components in reverse topological order: an edge leads to the same or a lower number. */
struct scc {
  uint32_t n;
  const uint32_t *of;      /* by node: its component */
  const uint32_t *first;   /* n + 1, into members */
  const uint32_t *members; /* the nodes of each component, ascending */
};

/* Tarjan's algorithm. */
struct scc scc_find (struct arena *, const struct csr *);

/* The nodes that can be reached from the entry, in reverse postorder. */
struct rpo {
  uint32_t n;
  uint32_t *nodes;
  uint32_t *place; /* by node: its place in the order, or NODE_NONE */
};

struct rpo rpo_from (struct arena *, const struct csr *, uint32_t entry);

struct dominators {
  uint32_t *parent;      /* by node: its immediate dominator; NODE_NONE for entry and unreachable */
  uint32_t *begin, *end; /* by node: the subtree as a range; empty for unreachable nodes */
};

/* The dominator tree, by Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a
   Flowgraph": by the edges times the logarithm of the nodes. */
struct dominators dominators_find (struct arena *, const struct csr *, const struct rpo *);

/* Whether every way from the entry to B goes through A (also when they are the same); false if B or
   A is unreachable.  Constant time. */
static inline bool dominates (const struct dominators *d, uint32_t a, uint32_t b)
{
  return d->begin[a] <= d->begin[b] && d->begin[b] < d->end[a];
}

#endif
