/* What the files that settle branches share: see dead.h. */

#ifndef RACECHECK_DEAD_INTERNAL_H
#define RACECHECK_DEAD_INTERNAL_H

#include "dead.h"
#include "flow.h"
#include "numbers.h"
#include "worklist.h"

/* What is known of a function. */
struct of_function {
  bool open;    /* its arguments may be anything */
  bool reached; /* it is called, or open */
  uint32_t changes;
  struct number *params; /* from 0 */
  struct number result;
};

struct finder {
  struct program *program;
  const struct pointers *p;
  struct arena arena;
  struct of_function *of, *next; /* what callers were found to give; the second: once more */
  struct worklist list;
  struct csr callers;
  bool calls; /* they are looked at */
};

/* On an edge out of a block a value compares so with an operand; or it is what an operation has
   made another value of. */
struct fact {
  uint32_t next; /* of the same value */
  uint32_t block, edge, target;
  bool only; /* no other edge leads to the target */
  enum opcode code;
  const struct operand *other;
  const struct rec_op *back; /* not NULL: this operation */
};

/* Where a value is looked at: in a block, or on an edge that leaves it. */
struct place {
  uint32_t block, edge;
};

struct walk {
  struct finder *d;
  funid f;
  const struct function *b;
  const struct unit *u;
  struct arena arena;
  struct flow flow;
  uint32_t *asked;      /* by value: the place of its number; 0: nobody asks for it */
  struct number *of;    /* by place; the first is any */
  vec_u32 todo;         /* what computes those that are from others, in the order of blocks */
  uint32_t *first_todo; /* by place of the block in that order */
  uint32_t *facts_of;   /* by value: 1 + the first */
  uint8_t *n_facts_of;  /* by value */
  VEC (struct fact) facts;
  uint32_t *first_edge; /* by block: number of its first edge */
  bool *taken;          /* by edge */
  uint32_t *edges_in;   /* by block: edges, and where they are told */
  VEC (uint32_t) from;
  bool widen, narrow, changed;
};

/* dead.c: what the calls of a record return. */
struct number dead_result (const struct walk *, const struct rec_call *, uint32_t record);

/* dead-walk.c: what the values of one function are. */
void dead_start (struct walk *, struct finder *, funid);
/* False: it would take too long, and nothing is known. */
bool dead_solve (struct walk *);
void dead_finish (struct walk *);
bool dead_is_reached (const struct walk *, uint32_t block);
/* An operand, at the end of a block; constants in the type of the others. */
struct number dead_number (const struct walk *, const struct operand *, struct integer_type,
                           struct place);
/* Whether `a CODE b' holds there: 0, 1, or -1, it may. */
int dead_compare (const struct walk *, enum opcode code, const struct operand *a,
                  const struct operand *b, struct place);
/* The type that the operands of a comparison have. */
struct integer_type dead_compared_type (const struct walk *, const struct operand *a,
                                        const struct operand *b);
/* The branch at the end of a block; NULL: there is none that compares. */
const struct rec_branch *dead_branch (const struct function *, uint32_t block);

#endif
