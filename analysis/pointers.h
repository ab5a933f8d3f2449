/* Pointers: where every pointer of the program may lead, and who calls whom.

   Inclusion-based (Andersen), by object and byte offset, with the call graph found on the way.  A
   node is something that holds a pointer: a value of a function, a formal, a result, or what is in a
   location of memory.  Its set holds the locations it may point to.

   The unseen world is one object, OUTSIDE.  What undefined functions without a model are given
   escapes into it, with all that can be reached from there; functions among it may be called at any
   time.  A set that has OUTSIDE in it may lead to everything that has escaped, and to memory of the
   world's own: the members are not listed one by one, or half of a library would be in every set. */

#ifndef RACECHECK_POINTERS_H
#define RACECHECK_POINTERS_H

#include "models.h"
#include "objects.h"
#include "sets.h"

typedef uint32_t node_id;

/* A call that the program or a library makes: from the instruction, to the function. */
struct call_edge {
  funid caller;
  uint32_t record; /* index in the caller's body */
  funid callee;
};

struct pointers {
  struct objects objects;
  struct sets sets;
  /* Nodes of function F: values start at value_base[F] (value 1 at + 1), then formals, result and
     variable arguments. */
  node_id *value_base;
  VEC (node_id) rep;  /* by node: the one that stands for it */
  VEC (setid) points; /* by representative */
  VEC (node_id) content; /* by location: its node */
  VEC (struct call_edge) calls; /* sorted by caller, record, callee */
  uint32_t *first_call;         /* by function, n_functions + 2 */
  const struct model **models;  /* by function: what it means, NULL: what its body says */
  bool *called_outside;         /* by function: the unseen world may call it */
  object_id outside;
  bool *escaped; /* by object: OUTSIDE in a set stands for it too */
  struct {
    uint32_t waves, nodes, edges, collapsed;
  } stats;
};

void pointers_find (struct pointers *, const struct program *, const struct models *);
void pointers_free (struct pointers *);

/* Where a value, the result of a function, or what is in a location may point to. */
setid points_of_value (const struct pointers *, funid, uint32_t value);
setid points_of_result (const struct pointers *, funid);
setid points_of_content (const struct pointers *, loc_id);
/* The linear form c + stride * anything of a value, as far as its definition shows. */
void linear_form (const struct function *, uint32_t value, int64_t *constant, uint64_t *stride);

#endif
