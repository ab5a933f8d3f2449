/* Bind: which functions of the program have a meaning of their own, and whether anything in it can
   run in parallel at all. */

#ifndef RACECHECK_BIND_H
#define RACECHECK_BIND_H

#include "assume.h"
#include "models.h"
#include "program.h"
#include "proofs.h"

struct bindings {
  const struct model **model; /* by function: NULL: what its body says, or nothing is known */
  uint32_t n_modelled, n_unknown;
  bool trust_volatile; /* accesses to volatile objects are atomic and ordered */
  uint32_t assumed;    /* set of enum assumption: all, unless the user withdraws some */
  bool interrupted;    /* signal handlers are installed */
  uint32_t without; /* set of enum proof: none, unless the user wants to see what they are worth */
  bool parallel;    /* threads are created, or the entries of a library are called from several */
};

/* What argument N of a function with a model points to by its type; NULL: unknown. */
const struct type *declared_target (const struct program *, funid, uint32_t n);
/* The size of what argument N of a function with a model points to by its type; 0: unknown.  Bytes
   are mostly the first of many. */
uint64_t declared_bytes (const struct program *, funid, uint32_t n);
/* The model, with fields that it calls by their names where the prototype has them; effects on
   fields that are not there are left out. */
const struct model *settle_fields (struct arena *, const struct program *, funid,
                                   const struct model *);
/* The model holds for functions without a body, and for those with one if it says that it overrides
   bodies. */
void bind_models (struct bindings *, struct arena *, const struct program *, const struct models *);

#endif
