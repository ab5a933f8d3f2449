/* Masks, between the files that find them: which signals a thread blocks. */

#ifndef RACECHECK_MASKS_INTERNAL_H
#define RACECHECK_MASKS_INTERNAL_H

#include "flow.h"
#include "masks.h"

/* Bit N - 1: signal N. */
typedef uint64_t signal_bits;
#define ALL_SIGNALS UINT64_MAX

/* As Linux has them; and until the call returns. */
enum { HOW_BLOCK, HOW_UNBLOCK, HOW_SET, HOW_WAIT };

/* What is blocked behind something, if X was before it: (x & keep) | gen. */
struct mask_change {
  signal_bits keep, gen;
};

/* What is known of a function, as changes from its entry on. */
struct mask_summary {
  struct mask_change exit;
  struct mask_change least; /* what is blocked at all of its points, and in what it calls */
  struct mask_change after; /* ... at those behind a creation that it or they have done */
  bool creates;
};

/* A call that changes the mask, by itself or through a function that only hands its formals on. */
struct mask {
  bool found;
  const struct operand *set, *how, *old; /* NULL: none, or nobody knows */
  funid writer;                          /* what writes the old mask */
  uint32_t at;
};

struct mask_finder {
  struct summaries *s;
  struct pointers *p;
  struct arena arena;
  uint32_t *wrapped; /* by function: 1 + the call that changes the mask as its callers say */
  /* Sets and old masks: who writes there. */
  struct map wanted;       /* location: its number in WRITERS */
  struct csr writers;      /* effects */
  vec_u32 here;            /* calls of the function that is looked at which change masks */
  struct csr calls;        /* by function: those that lead there */
  bool *concerned;         /* by function: it, or what it calls, changes masks or creates threads */
  bool *entered;           /* by function: somebody calls it */
  struct mask_summary *of; /* by function */
  struct mask_change *at;  /* by call of the call graph: from the entry of the caller on */
  signal_bits *entry;      /* by function: what is blocked whenever it is called */
};

/* In masks-sets.c */
void masks_find_wrapped (struct mask_finder *);
void masks_find_writers (struct mask_finder *);
struct mask mask_at (const struct mask_finder *, funid, uint32_t record);
/* The model's effect of that kind that a call has; NULL: none. */
const struct model_effect *mask_effect (const struct mask_finder *, funid, uint32_t record,
                                        enum effect_kind);
/* The argument that an operand of the model is about; NULL: none. */
const struct operand *mask_argument (const struct rec_call *, const struct model_operand *);
/* Signals that are in the set which an operand points to, at that record; and that may be. */
signal_bits signals_sure (struct mask_finder *, const struct flow *, funid, uint32_t record,
                          const struct operand *set);
signal_bits signals_possible (struct mask_finder *, funid, const struct operand *set);
/* The call of the same function that has put its old mask there; UINT32_MAX: there may be others.
 */
uint32_t mask_saved_by (struct mask_finder *, const struct flow *, funid, uint32_t record,
                        const struct operand *set);

#endif
