/* Between the files that make summaries: variables.c, values.c, locks.c, escape.c, items.c,
   summaries.c. */

#ifndef RACECHECK_SUMMARIES_INTERNAL_H
#define RACECHECK_SUMMARIES_INTERNAL_H

#include "access.h"
#include "flow.h"
#include "summaries.h"
#include "worklist.h"

#include <assert.h>

/* A load that is taken to be equal to what was loaded or stored at SOURCE. */
struct reuse {
  uint32_t record, source; /* source UINT32_MAX: at several places */
  expr_id address;
  setid where;
  uint32_t number; /* 1 + that of the snapshot which has it in the place of a load; 0: it is one */
};

/* What is in memory that a new thread gets as its argument. */
struct snapshot {
  uint32_t record, number;
  uint32_t item; /* the creation of the callee; 0: the function's own */
  struct memory memory;
};

/* What is held at a record, in all states that reach it. */
struct point {
  bool reached;
  setid held, released, facts;
  setid maybe;                /* locations of locks that are held in some of them, perhaps */
  uint32_t first_way, n_ways; /* if what formals are decides what is held: `ways' of the body */
};

/* Memory that the activation may have for itself; NEEDS: formals that its caller must own. */
struct root {
  expr_id e;
  uint32_t needs;
  uint64_t contents; /* itself, and the roots that are stored in its memory */
};

/* A pointer that the function loads and then overwrites where it was, under one lock. */
struct take {
  expr_id e;
  uint32_t load, store; /* records */
  setid held;           /* the locks that are held all the time */
  expr_id index;        /* where the index of its element comes from, which is what changes; 0: the
                           pointer is overwritten */
  bool tied;            /* it has been stored in the memory of a formal before */
};

/* A creation of a thread outside of loops.  That the thread does not run, because it was not
   created or has been joined, is a token that is held like a lock, so that conditions keep creation
   and join together too. */
struct fork {
  uint32_t record;
  expr_id handle; /* address */
  uint32_t item;  /* of the callee that does it; 0: none */
  setid released; /* locks that may have been released while it may run */
  bool left;      /* it may run when the function returns */
};

/* Where a creation of a thread writes its handle. */
struct handle {
  expr_id at;
  uint32_t record;
};

/* A store that works like a lock: see claims.h. */
struct claim {
  uint32_t record;
  uint8_t kind;
  expr_id lock; /* what is claimed or given back; DROP: a signal; DRAW: address of the counter */
  setid held;   /* locks that are held all the time from the load to the store */
  setid where;
  uint32_t next_drop; /* DROP: 1 + the next one of the same value, see `drops' of the body */
};

/* A phi that is null, or memory that the function has made or taken: see escape-joins.c. */
struct join {
  expr_id e;
  uint32_t record;
  bool taken; /* it may have been */
};

/* A function while it is being summarised. */
/* A store, and the next one of its list: 1 + number. */
struct listed_store {
  uint32_t record, next;
};

/* A creation that a loop does for elements of an array of handles; see loops-skipped.c. */
struct shaped_fork {
  uint32_t record;
  expr_id handle; /* its address */
  expr_id counter;
  uint32_t header, latch;
};

/* The blocks of a loop, ascending. */
struct loop_blocks {
  const uint32_t *v;
  uint32_t n;
};

struct body {
  struct summaries *s;
  funid f;
  const struct function *b;
  const struct unit *u;
  const struct program_unit *pu;
  struct arena arena;
  struct flow flow;
  const uint32_t *loop_of; /* see flow_loops; NULL until somebody asks */
  const bool *returning;   /* by block: the function may return from there; likewise */
  struct map loop_at;      /* last and first block: 1 + number in `loops' */
  VEC (struct loop_blocks) loops;
  bool *in_last_loop;              /* by block: for who finds one */
  struct map stores_at, stores_of; /* see find_counted; by address, and by value: 1 + the first */
  VEC (struct listed_store) listed_stores; /* ... of these; the first of all is none */
  VEC (struct shaped_fork) shaped;         /* creations that loops do for arrays of handles */
  struct map shaped_at;                    /* by array: 1 + number of the last one in `shaped' */
  uint32_t n_with_tests;                   /* see items-around.c */
  uint32_t n_skipping;                     /* so many joins that loops skip have been looked at */
  struct map open_accesses; /* address, mode, what is held: the open item that was first; */
  vec_u32 repeated;         /* ... other open ones like it, which say no more than that */
  bool knows_repeated;      /* both are kept from when on there are too many open items */
  const uint8_t *ways_on;   /* by block; see teams.c; likewise */
  struct creator *creator;  /* see footprints-creator.c; NULL until somebody asks */
  uint32_t lanes;           /* 1 + the first block of the simd loop at hand, see lanes.h; 0: none */
  setid lane_writes;        /* ... what is written in there */
  bool lane_writes_all;
  expr_id *value;  /* by value */
  struct map inst; /* call edge and expression of the callee: what it is here; 0 unknown */
  VEC (struct reuse) reuses;
  VEC (struct snapshot) snapshots;
  VEC (struct snapshot) tables; /* what is in the tables by which tasks wait for others */
  struct map
      expected; /* record of a compare and exchange: what is in the memory of the old value */
  struct point *point; /* by record */
  VEC (struct point) ways;
  uint64_t *owned;  /* by record: bits of the roots that are owned before it */
  uint64_t *tied;   /* by record: of those, what is only if the formals it needs are */
  uint64_t *placed; /* by record: of the roots, what is stored in others */
  uint32_t *found;  /* by record: bits of formals; see escape-internal.h */
  struct root *roots;
  VEC (struct take) takes;
  VEC (struct take) loose; /* the same under no lock: only if the caller holds one */
  VEC (struct join) joins;
  VEC (struct fork) forks;
  VEC (struct handle) handles; /* by address; if knows_handles: see is_stale */
  bool knows_handles;
  VEC (struct claim) claims;
  struct map drops; /* by value that says whether it was the last: 1 + the first of the claims */
  bool tests_flags, knows_points; /* finds flags to be 0; `point' is filled */
  bool apart; /* states that hold the same are kept apart by what is known: see locks-states.c */
  bool returns_twice, knows_twice; /* see misuse-operations.c; that has been looked for */
  bool told_less;                  /* there were such states, and they were not */
  struct map given;                /* by record of a call: the memory that it gives, an X_FRESH */
  struct map copied; /* by record of a copy of a struct and number of the word: what that is */
  struct map before_store; /* by record: what was in memory before a store, if that is known */
  struct tuples
      carried;         /* call edge, held and released at an item of the callee, and at the call */
  vec_u32 carried_to;  /* ... by number in that: held and released at the item here */
  struct tuples calls; /* what a call does, and the state before: see locks_find_call */
  vec_u32 called;      /* ... by number in that: held, released and maybe behind it */
  struct tuples meets; /* held and released of two states: see locks_meet */
  vec_u32 met; /* ... by number in that: held and released where they come together, and what
                  else may be held */
  struct map leavings;  /* callee: what it may release, as a number of summaries.leaving */
  struct map held_once; /* calls that have found their lock held on some way: see misuse.h */
  uint32_t n_roots;
  vec_u32 returns;      /* records that can be reached */
  vec_u32 posts, sinks; /* records, of loops whose iterations wait for others: see doacross.c */
  vec_u32 counting;     /* stores to counters, if knows_counting: see loops-counted.c */
  bool knows_counting;
};

/* Notes that the function at hand has found that. */
void summaries_note (struct summaries *, enum note_kind, uint32_t x);

/* Values */
enum {
  LARGEST_KNOWN_COPY = 512
}; /* bits of a struct: of a larger one it is not known what a copy holds */
void values_find (struct body *, struct summary *);
/* What is loaded or stored at an address, as the key of what is known to be in memory. */
uint64_t values_content_key (uint64_t bits, const struct address *);
/* Whether a call of CALLEE may write one of the locations. */
bool callee_may_write (const struct summaries *, funid callee, setid where);
expr_id value_of_operand (struct body *, const struct operand *);
expr_id value_of_address (struct body *, const struct address *);
/* Whether comparing the operand by size says something about it as a number of 64 signed bits. */
bool is_ordered (const struct body *, const struct operand *);
/* The value of a model's operand at a call, and the address of a place in memory. */
expr_id value_of_model_operand (struct body *, const struct rec_call *,
                                const struct model_operand *);
expr_id address_of_model_place (struct body *, const struct rec_call *, const struct model_place *);
/* The handle that a join at RECORD is given, or finds where it is told. */
expr_id handle_of_model_operand (struct body *, const struct rec_call *, uint32_t record,
                                 const struct model_operand *);
/* The formal that tells most of what a model's effect starts as a thread, below MOST_FORMALS. */
enum { MOST_FORMALS = 4 };
uint32_t formal_of_fork (const struct model_call *);
/* What the function gets there. */
expr_id argument_of_fork (struct body *, const struct rec_call *, uint32_t record,
                          const struct model *, const struct model_call *);
/* What E of the callee is in the caller: EDGE is the number of the call in pointers.calls. */
expr_id instantiated (const struct body *, uint32_t edge, expr_id e);
/* The join that E is; NULL: none. */
const struct join *escape_join (const struct body *, expr_id e);
/* The call whose result the branch at the end of a block compares with a constant, if nothing but
   arithmetic is between them; UINT32_MAX: there is none.  Whether RESULT leads along that edge. */
uint32_t tested_call (const struct body *, uint32_t block);
bool edge_allows (const struct body *, uint32_t block, uint32_t edge, int64_t result);
/* What the only callee of a call gives by a parameter that the call has; NULL: nothing. */
const struct given *call_given (const struct body *, uint32_t record);
/* The number that stands in the place of a call edge for the call of CALLEE that the callee of EDGE
   makes by ITEM. */
uint32_t deferred_edge (struct summaries *, uint32_t edge, uint32_t item, funid callee);
enum { DEFERRED_EDGE = INT32_MIN };
/* Sets of functions and what they call: mod, releases, acquires, posts. */
void find_sets (struct summaries *, const struct csr *calls, const struct scc *);
/* All expressions that a summary exports, for the caller to instantiate: *N of summaries.exports
   from the result on, each once. */
uint32_t summary_exports (struct summaries *, funid, uint32_t *n);

/* The locations of locks that a function and what it calls may release; 0: code nobody sees. */
setid releases_of (const struct summaries *, funid);
/* The signals that it may send, as those among the locks that are released. */
setid sends_of (struct summaries *, funid);
/* ... that it may acquire. */
setid acquires_of (const struct summaries *, funid);

/* Locks: fills `point', and the rows of the summary. */
void locks_find (struct body *, struct summary *);
/* The lock that an effect of kind ACQUIRE, RELEASE or CONVERT is about; 0 unknown. */
expr_id lock_of_effect (struct body *, const struct rec_call *, const struct model_effect *);
/* The lock that an effect may give up; false: none.  *LOCK 0: nobody knows which. */
bool effect_releases (struct body *, uint32_t record, const struct model_effect *, expr_id *lock);
/* What a fact is about. */
expr_id fact_expr (const struct summaries *, uint32_t fact);
/* What is known of formals tells callers which accesses are none of theirs; and of the memory of
   its argument, which thread it is. */
bool tells_callers (const struct body *, expr_id e);
struct result_range fact_range (const struct summaries *, uint32_t fact);
/* A fact about formals of the callee, in the caller: false if it cannot hold.  *OUT: what is left
   to the callers of the caller; 0 nothing. */
bool carry_fact (struct body *, uint32_t edge, const struct point *, uint32_t fact, uint32_t *out);
/* What is held and released at an item of the callee, seen from the caller at P. */
void carry_locks (struct body *, uint32_t edge, const struct point *p, const struct item *inner,
                  setid *held, setid *released);

/* Escape: fills `owned', and what the summary says about formals and result. */
void escape_find (struct body *, struct summary *);
/* Whether nobody else knows the memory that the address is in, before the record. */
bool is_owned (const struct body *, uint32_t record, expr_id address, uint32_t *needs);
/* Whether no pointer to the memory is stored anywhere, as far as the function knows, before the
   record. */
bool is_placed_nowhere (const struct body *, uint32_t record, expr_id address);
/* The same for what a pointer in owned memory leads to; *HOLDER is that memory.  It is owned if
   nothing else leads there: see verdicts-moves.c. */
bool is_held_by_own (const struct body *d, uint32_t record, expr_id address, uint32_t *needs,
                     expr_id *holder);
/* The same for what lists consist of that are taken as a whole, by leaving null in the place of
   their FIRST: others may have got to it from there, too, or from where the list ends.  The
   function that has taken the list; 0: it is no such list. */
funid is_in_taken_list (const struct body *, uint32_t record, expr_id address, expr_id *first);
/* The function that has taken all of the list that the pointer is to; 0: none. */
funid taker_of_list (const struct body *, expr_id);
/* The formals that others may know before the record; bits. */
uint32_t gone_formals (const struct body *, uint32_t record);
/* Whether knowing A may lead to the memory of B. */
bool may_lead_to (const struct body *, expr_id a, expr_id b);

/* Variables: `relaxed', `only_start', `flags', `tested', constants, `claimable', `written',
   `wanted'. */
void variables_find (struct summaries *);

/* Fills: adds to `snapshots' and `reuses' what loops have stored into arrays of arguments. */
void fills_find (struct body *);

/* Items */
bool is_stale (struct body *, expr_id handle, uint32_t join);
/* Whether the lock, held at both, is held all the way from record FROM to record TO. */
bool held_between (struct body *, expr_id lock, uint32_t from, uint32_t to);
/* Whether a call may give up the lock; false only if it certainly does not. */
bool may_release (struct body *, uint32_t record, expr_id lock);
/* Whether no thread is created or joined from record FROM to record TO. */
bool is_brief (struct body *, uint32_t from, uint32_t to);
void items_find (struct body *, struct summary *);
/* Lists those of the items of a summary that are looked for: opened, forks. */
void items_list (struct summaries *, struct summary *);

/* A comparison, as models say it: both are in the same order. */
static inline enum model_relation relation_of (enum opcode comparison)
{
  static_assert (OP_GE - OP_EQ == RELATION_GE - RELATION_EQ, "comparisons");
  return (enum model_relation) (RELATION_EQ + (comparison - OP_EQ));
}

#endif
