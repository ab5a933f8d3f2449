/* Signatures: as what functions are called.  C lets nobody call a function as one of another type;
   so of all functions that a pointer may lead to, a call is of those that take and return what it
   gives and wants, or have been cast to what it calls. */

#ifndef RACECHECK_SIGNATURES_H
#define RACECHECK_SIGNATURES_H

#include "objects.h"
#include "sets.h"
#include "unionfind.h"

/* What a function takes and returns: an id; 0: nobody knows, anything goes. */
typedef uint32_t shape_id;

struct shape_cast {
  shape_id to;
  uint32_t next; /* of the same function; 0 ends */
};

struct signatures {
  bool used;
  const struct program *program;
  struct arena arena;
  struct tuples shapes;
  struct unionfind same;         /* shapes: a pointer to the one becomes a pointer to the other */
  shape_id **of_pointer;         /* by unit and type: what the functions are that it points to */
  shape_id *of_function;         /* by function */
  uint32_t *first_cast;          /* by function: what its name is cast to */
  VEC (struct shape_cast) casts; /* from 1 */
  struct map fitting;            /* shape and set: 1 + what signatures_fitting has said */
};

/* A number for what functions of a type take and return. */
uint64_t type_signature (const struct unit *, uint32_t type);

void signatures_find (struct signatures *, struct objects *);
void signatures_free (struct signatures *);
/* What the functions are that a pointer, or the pointers in an array, lead to. */
shape_id signature_of_pointer (struct signatures *, const struct unit *, uint32_t type);
/* As what a call through a pointer calls. */
shape_id signature_of_call (const struct signatures *, funid caller, const struct rec_call *);
bool signature_fits (struct signatures *, shape_id call, funid);
/* The locations of SET, which are of OBJECTS and in SETS, without the functions that do not fit. */
setid signatures_fitting (struct signatures *, shape_id call, const struct objects *, struct sets *,
                          setid);

#endif
