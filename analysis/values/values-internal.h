/* Between the files of the values: values.c walks instructions, values-calls.c calls,
   values-copies.c copies of structs; values-memory.c keeps what is known to be in memory. */

#ifndef RACECHECK_VALUES_INTERNAL_H
#define RACECHECK_VALUES_INTERNAL_H

#include "pointers-internal.h"
#include "spelling.h"
#include "summaries-internal.h"

/* Known to be in memory. */
struct content {
  expr_id address;
  uint64_t key; /* bits, and first bit in the byte << 32 */
  expr_id value;
  uint32_t source; /* record; UINT32_MAX: several; INVARIANT: whoever has the lock finds it so */
  setid where;
  uint8_t worlds; /* bits of worlds that the memory belongs to */
};

#define INVARIANT (UINT32_MAX - 1)

enum { MOST_CONTENTS = 48, MOST_PASSES = 12 };

typedef VEC (struct content) contents;

/* How much of what is noted on the way has been. */
struct walk_mark {
  uint32_t inst, before_store, given, copied, reuses, snapshots, tables, unsettled;
};

struct walk {
  struct body *d;
  contents now;
  struct content **out; /* by block: at its end */
  uint32_t *n_out;
  struct content **in; /* by block to which a later one leads: at its beginning */
  uint32_t *n_in;
  bool *done;             /* by block: has been walked */
  struct walk_mark *mark; /* by block in the order of the walk: what was noted before it */
  vec_u32 unsettled;      /* variables that were found not to be set back, with repetition */
  bool pessimistic;       /* the lists have not settled: keep nothing from block to block */
};

/* What all predecessors that have been walked agree on is known now. */
void values_enter_block (struct walk *, uint32_t block);
/* What a phi is; never 0. */
expr_id values_of_phi (struct walk *, uint32_t record, const struct block *);
bool values_are_same (const struct content *a, uint32_t n_a, const struct content *b, uint32_t n_b);

/* Keeps what is known at the beginning of the block at PLACE in the order of the walk. */
void values_begin_block (struct walk *, uint32_t place);
/* The place in that order from which on another walk may find something else; their number: from
   none. */
uint32_t values_first_change (struct walk *);
/* Forgets what has been noted from there on. */
void values_walk_back (struct walk *, uint32_t place);

uint8_t values_worlds_of (struct pointers *p, setid set);
/* The worlds whose own memory is in the set: who writes there may write any member. */
uint8_t values_worlds_written (struct pointers *p, setid set);
/* ADDRESS, if known, was written: SIZE bytes at WHERE. */
void values_forget_written (struct walk *w, expr_id address, setid where, uint64_t size);
void values_forget_set (struct walk *w, setid mod, bool all);
/* RECORD is executed (again): what was known in terms of its last result is no longer true. */
void values_forget_definition (struct walk *w, uint32_t record, uint32_t value);
/* What a call of CALLEE may write, whose summary tells what it does to the memory of arguments. */
void values_forget_call (struct walk *w, funid callee, const struct rec_call *);
/* Fills `writes_formals' and `writes_else'. */
void values_find_writes (struct body *, struct summary *);
/* What is in memory at ADDRESS, for the load at RECORD, which may be the callee's. */
expr_id values_load (struct walk *w, expr_id address, uint64_t key, uint32_t record, setid where,
                     bool fresh);
/* The function looks at what is known: it rests on that. */
void values_rest_on (struct body *, const struct content *);
/* The variables that are set back before a lock is released are so here; must be so here. */
void values_assume_invariants (struct walk *w);
void values_check_invariants (struct walk *w);
/* What is known to be at ADDRESS; 0: nothing. */
expr_id values_known (struct walk *w, expr_id address, uint64_t key);
/* What the instruction writes is not known any more. */
void values_walk_memory (struct walk *w, uint32_t record);
void values_walk_copy (struct walk *w, uint32_t record);
void values_walk_call (struct walk *w, uint32_t record);
/* What an atomic addition or subtraction adds: as a signed number, whatever type it is given as.
   False: nobody knows, or it is another operation. */
bool atomic_addend (struct body *, const struct rec_call *, const struct model_effect *,
                    int64_t *k);
/* The call at RECORD has stored what it gives: see escape-gives.c. */
void values_know_given (struct walk *w, uint32_t record);
/* VALUE is in memory at ADDRESS since RECORD. */
void values_know (struct walk *w, expr_id address, uint64_t key, expr_id value, uint32_t record,
                  setid where);

#endif
