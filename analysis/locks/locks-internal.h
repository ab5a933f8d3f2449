/* Between the files of the lock analysis: locks-held.c acquires and releases, locks-signals.c knows
   what is no lock but orders like one, locks-calls.c what calls do, locks-facts.c conditions,
   locks-edges.c what branches tell, locks-states.c what is left where they meet; locks.c walks the
   blocks. */

#ifndef RACECHECK_LOCKS_INTERNAL_H
#define RACECHECK_LOCKS_INTERNAL_H

#include "constants.h"
#include "summaries-internal.h"

struct state {
  setid held;     /* holds */
  setid released; /* exprs; 0 in it: any lock */
  setid facts;
  setid maybe; /* locations of locks that may be held, too; 0 in it: anywhere */
};

enum { MOST_STATES = 6, MOST_FACTS = 8, MOST_DEPTH = 8, MOST_HELD = 64 };

struct states {
  uint8_t n;
  bool fewer;      /* there were too many: sections that the thread has begun with do not count, */
  setid sections;  /* ... but for those that it has begun with in all of them */
  bool same;       /* there were still too many: those that hold the same are one */
  bool merged;     /* there were still too many: one stands for all */
  uint8_t changes; /* how often a state has become weaker */
  struct state v[MOST_STATES];
};

enum lossless { KEEPS_ZERO = 1, KEEPS_BITS };

/* A wait for a semaphore that a loop repeats so often; it leaves along the edge. */
struct repeated {
  uint32_t test, exit;
  expr_id semaphore;
  int64_t times;
  uint32_t number; /* ... or that often: see summaries.numbers */
};

/* What a switch looks at, and by edge the values that lead along it, of DEFAULT others, too. */
struct switch_cases {
  expr_id index;
  struct result_range *hull;
};

/* The states with which a block was left before, and what was known then: see `news'. */
struct left {
  struct states states;
  uint32_t news;
};

/* What conditions have to do with an expression. */
struct look {
  uint32_t times; /* how often one looks at it */
  uint32_t last;  /* the place of the last block where one does; NODE_NONE: in a loop */
  bool tried;     /* a result that tells whether a lock was acquired, which is looked at */
  uint8_t tells;  /* enum tells: its value more than that */
};

enum tells { NOT_KNOWN, NOTHING_ELSE, SOMETHING_ELSE };

struct lock_walk {
  struct body *d;
  struct summary *summary;
  struct states *in; /* by block */
  struct left *left; /* ... NULL: the function has no cycle */
  uint32_t news;     /* how often something has become known on which it depends what edges do */
  struct states now;
  struct states before_call; /* before the last call of the block */
  struct states noted;       /* at the last point that was noted */
  uint32_t last_call;        /* its record, or UINT32_MAX */
  uint32_t at;               /* the branch whose condition is being looked at */
  uint32_t place;            /* of the block that is walked, in reverse postorder */
  struct map look_of;        /* by expression: 1 + its number in `looks' */
  VEC (struct look) looks;
  uint8_t *works;      /* by record: enum tells: whether it does something to signals and turns */
  uint32_t looking;    /* while looks are counted: the record */
  struct map expected; /* by expression of a result: the call that acquires */
  struct map updates;  /* loads of counters that are counted further: 2 up, 3 down */
  struct map lossless; /* conversions that keep 0 and others apart: enum lossless */
  bool counting;       /* only fill `looks' */
  bool ends;           /* under some conditions the program does, here or in a callee */
  bool has_holes;      /* a number is known not to be several: see learn_hole */
  bool deriving;       /* what is learned comes from something else that was */
  bool all_forks;      /* each creation of a thread has a token */
  bool recurses;       /* others must not see these: a call of itself has the same ones */
  VEC (struct repeated) waits;
  struct map edges;    /* from and to a block with many predecessors: which of them */
  struct map switches; /* by block that ends in one: 1 + its number in `cases' */
  VEC (struct switch_cases) cases;
  struct map targets;     /* record of a call of many: 1 + first of its callees in `callees' */
  vec_u32 callees;        /* of those that do the same, one; UINT32_MAX ends */
  struct bitset numbered; /* blocks of which they are known */
};

/* Whether it ends the thread: with a value, not on behalf of a handler that has run. */
bool runs_handlers (const struct model *);
/* The values in both; false if there are none. */
bool locks_range_meet (struct result_range a, struct result_range b, struct result_range *out);
struct result_range locks_known_range (const struct summaries *s, const struct state *st,
                                       expr_id e);
uint32_t fact_make (struct summaries *s, expr_id e, struct result_range r);
/* What holds by A or by B.  WIDEN: bounds of A that do not hold are given up, for loops to end. */
setid locks_join_facts (struct summaries *s, setid a, setid b, bool widen);
/* A flag that is not zero has been set by somebody: see signals.h. */
void locks_see_signal (struct lock_walk *w, struct state *st, expr_id e, struct result_range r);
/* A and B, of which one may be what a counter was found to be, compare so. */
void locks_see_number (struct lock_walk *, struct state *, enum opcode code, expr_id a, expr_id b);
/* A and B are the two ends of a ring, which is not empty if they differ: see signals.h. */
void locks_see_unequal (struct lock_walk *, struct state *, enum opcode code, expr_id a, expr_id b);
/* Whoever finds that E is in R may have something for itself: see teams.h. */
void locks_see_claim (struct lock_walk *w, struct state *st, expr_id e, struct result_range r);
void locks_see_claim_equal (struct lock_walk *w, struct state *st, expr_id a, expr_id b);
/* A condition, or what else is worth a fact, looks at E. */
void locks_look (struct lock_walk *w, expr_id e);
/* What is known of that; to be changed, until the next one is asked for. */
struct look locks_looks_at (const struct lock_walk *, expr_id e);
struct look *locks_look_of (struct lock_walk *, expr_id e);
/* Whether a number in E may be seen as a signal or a claim. */
bool locks_tells_signal (struct lock_walk *, expr_id e);
/* E is in R; false if that cannot be. */
bool locks_learn (struct lock_walk *w, struct state *st, expr_id e, struct result_range r);
/* E is in R. */
bool locks_assume_range (struct lock_walk *w, struct state *st, expr_id e, struct result_range r,
                         int depth);
bool locks_assume (struct lock_walk *w, struct state *st, enum opcode code, expr_id a, expr_id b,
                   int depth);
/* Whether it has been found that main has created threads, or that it has not: see constants.h.  It
   is held like a lock. */
enum start_phase locks_phase (struct summaries *, const struct state *);
void locks_set_phase (struct summaries *, struct state *, enum start_phase);
uint32_t locks_find_hold (const struct summaries *s, setid held, expr_id lock);
/* Whether locking it fails: it is held, and checks for errors. */
bool locks_fail (struct body *d, const struct state *st, expr_id lock);
void locks_release (struct body *d, struct state *st, expr_id lock);
/* The same of what is held like a lock, but under others that go on. */
void locks_give (struct body *d, struct state *st, expr_id lock);
void locks_acquire (struct body *d, struct state *st, expr_id lock, enum lock_mode mode,
                    unsigned depth);
/* What a callee whose summary is not instantiated may release.  JUMPED: it does not return. */
void locks_drop_released (struct body *d, struct state *st, funid callee, bool jumped);
/* That, as a number: callees with the same one do the same to any state. */
uint32_t locks_leaving (struct body *d, funid callee, bool jumped);
/* Calls do to what is held and released what they did to the same before.  If it is known what
   WHAT does to the state, that is done, and 0 is returned; else the number to keep it by. */
uint32_t locks_find_call (struct body *d, uint32_t what, uint32_t row, struct state *st);
/* WHAT is a number of locks_leaving, else a call edge. */
enum { ANY_ROW = MOST_ROWS };
void locks_keep_call (struct body *d, uint32_t number, const struct state *st);
/* Adds a state; true if anything is new. */
bool locks_add_state (struct body *d, struct states *to, const struct state *st);
/* Where a lock may be; 0 in it: anywhere. */
setid locks_places (struct body *d, expr_id lock);
/* Both of such sets. */
setid locks_join_doubts (struct summaries *, setid, setid);
/* The lock may be held, but nobody knows. */
void locks_doubt (struct body *d, struct state *st, expr_id lock);
void locks_drop_hold (struct summaries *s, struct state *st, expr_id lock);
/* Two ways come together: what is held and released on one of them becomes what is on both; facts
   stay. */
void locks_meet (struct body *d, struct state *into, const struct state *st);
/* What its facts and holds mention, see expr_bits. */
uint32_t locks_mention (const struct summaries *, const struct state *);
/* Instruction RECORD is executed: its last result is gone. */
void locks_forget (struct lock_walk *w, struct state *st, uint32_t record, uint32_t value);
/* If a function returns whether it has created a thread: what is known where that is 0, and where
   it is not. */
bool locks_split_result (struct lock_walk *w, expr_id e, const struct state *st,
                         struct state states[2]);
bool locks_take_branch (struct lock_walk *w, const struct rec_branch *r, bool taken,
                        struct state *st);
/* The state before the edge, or two of them: whether a thread was created is what a phi there
 * tells. */
uint32_t locks_split_edge (struct lock_walk *, uint32_t from, uint32_t to, const struct state *,
                           struct state states[2]);
/* The state that goes along an edge; false: none does. */
bool locks_take_edge (struct lock_walk *w, uint32_t block, uint32_t edge, struct state *st);
/* Gates are locks that a creator of threads holds: a thread is created, passes one, or may pass. */
void locks_close_gates (struct body *d, struct state *st, uint32_t record);
void locks_pass_gate (struct body *d, struct state *st, expr_id lock);
void locks_open_gates (struct body *d, struct state *st, expr_id lock);
/* Some lock is released: references that were dropped under it are gone for others. */
void locks_drop_references (struct summaries *s, struct state *st);
/* What is released are locks at some of these places. */
void locks_drop_places (struct body *d, struct state *st, setid gone, unsigned group);
/* As what the lock is taken and given up in F: a set of groups of classes. */
enum { LOCKS_ALL = 7 };
unsigned locks_group (const struct summaries *, funid f, expr_id lock);
void locks_note_group (struct summaries *, funid f, expr_id lock, unsigned group);
void locks_note_class (struct summaries *, funid f, expr_id lock, enum lock_class);
void locks_forget_ended (struct summaries *s, struct state *st, expr_id signal);
void locks_apply_signal (struct lock_walk *w, const struct rec_call *c, uint32_t record,
                         const struct model_effect *e, struct state *st);
/* Returns when it has happened; NULL: in any case. */
const struct model_outcome *locks_apply_permit (struct lock_walk *w, const struct rec_call *c,
                                                uint32_t record, const struct model_effect *e,
                                                struct state *st);
void locks_walk_call (struct lock_walk *w, uint32_t record);
/* Whether the callee may return by a row: what it has found of its arguments then is known here. */
bool locks_assume_row (struct lock_walk *w, uint32_t edge, const struct exit_row *row,
                       struct state *st);
/* The same for effect ASSUME of a model. */
bool locks_assume_model (struct lock_walk *w, const struct rec_call *c,
                         const struct model_effect *e, struct state *st);
/* Which of two values E is in this state, if a condition chooses and is known. */
expr_id locks_chosen (struct lock_walk *, const struct state *, expr_id e);
/* The numbers that are all a load may find, at most MOST_VALUES; 0: they are not known. */
uint32_t locks_constants_of (struct body *, expr_id, int64_t *values);
/* What is known of a returned value; of a comparison, whether it holds. */
struct result_range locks_range_of_result (struct lock_walk *w, const struct state *st, expr_id e);
/* A wait for a semaphore has failed. */
void locks_fail_wait (struct lock_walk *w, const struct rec_call *c, const struct model_effect *e,
                      struct state *st);
/* Setting a flag is a signal. */
void locks_walk_store (struct lock_walk *w, uint32_t record);
/* Whether a store is one, or a lock, a counter or a turn is written. */
bool locks_store_works (struct body *, uint32_t record);

#endif
