/* Union-find over 0 .. n-1, in nearly constant time per call, 8 bytes each.

   A class has a root, at which a caller may keep what belongs to the class, and a least member,
   which names the class to the outside: it depends on the classes alone, the root also on the order
   of the unions. */

#ifndef RACECHECK_UNIONFIND_H
#define RACECHECK_UNIONFIND_H

#include "vec.h"

#include <stdbool.h>

struct unionfind_node {
  uint32_t size; /* of the class, at its root; elsewhere 0 */
  uint32_t link; /* at the root: the least member; elsewhere: towards the root */
};

/* All zero has no elements. */
struct unionfind {
  VEC (struct unionfind_node) nodes;
  uint32_t classes;
};

/* Makes it N elements if it has fewer; each new one is a class of its own. */
void unionfind_grow (struct unionfind *, uint32_t n);
/* The root of X's class; shortens the way to it. */
uint32_t unionfind_root (struct unionfind *, uint32_t x);
/* Unites the two classes and returns the root, which is that of the larger one, or the smaller root
   of two that are equal; what the other root held is the caller's to move. */
uint32_t unionfind_unite (struct unionfind *, uint32_t x, uint32_t y);
void unionfind_free (struct unionfind *);

/* The least member of X's class. */
static inline uint32_t unionfind_least (struct unionfind *u, uint32_t x)
{
  return u->nodes.v[unionfind_root (u, x)].link;
}

/* The number of members of X's class. */
static inline uint32_t unionfind_size (struct unionfind *u, uint32_t x)
{
  return u->nodes.v[unionfind_root (u, x)].size;
}

static inline bool unionfind_same (struct unionfind *u, uint32_t x, uint32_t y)
{
  return unionfind_root (u, x) == unionfind_root (u, y);
}

/* Memory held. */
static inline size_t unionfind_bytes (const struct unionfind *u)
{
  return vec_bytes (&u->nodes);
}

#endif
