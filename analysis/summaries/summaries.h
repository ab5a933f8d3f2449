/* Summaries: what each function does, in terms of its formals.

   Made bottom-up over the call graph: the symbolic values of a function, the locks it holds at each
   point (relative to its entry), what of its memory other threads may know, and from these a list
   of items: accesses, creations of threads and joins.  An item whose expressions mention formals is
   open: at every call it is instantiated with the actuals, together with the locks of the caller
   (LOCKSMITH's substitution).  One that mentions none is settled and stays where it is; what its
   callers hold comes to it top-down (contexts.c). */

#ifndef RACECHECK_SUMMARIES_H
#define RACECHECK_SUMMARIES_H

#include "assigned.h"
#include "leads.h"
#include "signs.h"
#include "effects.h"
#include "exprs.h"
#include "prefilter.h"
#include "scc.h"
#include "tables.h"

/* A held lock: address, mode, how often. */
struct hold {
  expr_id lock;
  uint8_t mode; /* enum lock_mode */
  uint8_t depth;
  expr_id origin; /* not 0: this is a second name of that lock */
};

/* What a store or an atomic means: see claims.h. */
enum claim_kind {
  CLAIM_TAKE,
  CLAIM_TAKE_BACK, /* what is set means `free' */
  CLAIM_GIVE,
  CLAIM_DROP,
  CLAIM_DRAW
};

/* An address by which a task waits for others that have been created before it. */
enum depend_kind { DEPEND_OUT, DEPEND_MUTEX, DEPEND_IN };
struct depend {
  uint8_t kind;    /* enum depend_kind */
  expr_id at;      /* 0: nobody knows */
  uint32_t symbol; /* see teams_symbol */
};

enum item_kind {
  ITEM_ACCESS, /* e[0]: address; e[1]: what it claims, see claims.h */
  ITEM_FORK,   /* e[0]: address of the handle, e[1]: start routine, e[2]: its argument; in a loop
                  over an array of handles e[3]: the array, e[4], e[5]: first and last number;
                  e[6]: a counter that differs for each thread, e[7]: its largest value */
  ITEM_JOIN,   /* e[0]: handle; e[3] to e[5] as above; e[6]: the counter of the loop; or, of a fan,
                  e[3]: the element, e[4]: the number of who joins, e[5]: how many there are */
  ITEM_DETACH, /* e[0]: handle */
  ITEM_REUSE,  /* e[0]: address; a load that is taken to be equal to an earlier one */
  ITEM_TAKE, /* e[0]: a pointer that is taken out of shared memory under a lock; its taker owns what
                it points to, if everybody else touches that under the lock only; e[1]: where the
                index of the element comes from by whose change it is taken, 0: it is overwritten;
                into: it was found in memory that is the taker's already */
  ITEM_SEND, /* e[0]: a semaphore or barrier that is posted or arrived at */
  ITEM_INIT, /* e[0]: a semaphore or barrier, e[1]: its value */
  ITEM_LINK, /* e[0]: where a pointer is stored, e[1]: the pointer; see domains.h */
  ITEM_ASIDE, /* the same, in a variable that no other thread knows */
  ITEM_CALL   /* e[0]: the function, which comes from a formal; e[1] to e[5]: arguments */
};

/* A creation or join that a loop does for each element of an array of handles. */
enum { MOST_BEHIND = 3 };
struct loop_shape {
  int64_t stride, offset; /* of the address */
  int64_t step;           /* of the counter */
  expr_id end;  /* FORK: the number of the last element whose thread was created, wherever the loop
                   ends, as its function says it; 0: not known */
  bool through; /* the array has pointers to what handles are in, INSIDE bytes from there */
  int64_t inside;
  funid function;               /* of the loop */
  expr_id counter;              /* as that function says it */
  uint32_t header;              /* its first block */
  bool sure;                    /* FORK: each round creates a thread, if it ends */
  bool down;                    /* FORK: the last element comes first */
  uint32_t counted[2];          /* FORK: 1 + stores before it of the number of elements; 0: none */
  uint32_t record;              /* FORK: in that function */
  uint32_t behind[MOST_BEHIND]; /* FORK: 1 + stores behind the loop of the number of elements, or of
                                   those whose threads were created; 0: none */
  uint32_t before[MOST_BEHIND]; /* FORK: 1 + stores before it of the number to which it goes, also
                                   if that is loaded from there */
  uint32_t up[MOST_BEHIND];     /* FORK: 1 + stores that count up in memory with each thread */
  uint32_t only; /* JOIN: 1 + the creation of the function whose threads it joins all, since it
                    skips no others; 0: it skips none */
};

#define REAPED_LOOK   (UINT32_C (1) << 31)
#define REAPED_BEHIND (UINT32_C (1) << 30)
#define REAPED_FLAGS  (REAPED_LOOK | REAPED_BEHIND)
enum { ITEM_EXPRS = 8, MOST_MEMORY = 4, MOST_JOINED = 2 };

/* What is known to be in memory. */
struct memory {
  expr_id at, value;
  uint64_t key; /* as that of a load */
};

/* Where a pointer was found, and the holds that have been held since; see items-sources.c. */
struct source {
  expr_id from; /* an address; 0: nobody knows */
  setid since;
  uint32_t brief; /* a bool: no thread is created or joined meanwhile */
  uint32_t moved; /* a bool: the function itself may change what is there meanwhile */
};

/* Without bytes between members, which would differ where items are compared. */
struct item {
  uint8_t kind;   /* enum item_kind */
  bool open;      /* goes up to the callers */
  bool own;       /* nobody else knows the memory yet */
  bool behind;    /* ... what leads to it, rather, which only that does */
  bool brought;   /* CALL: the items of the function have been brought here */
  bool at_start;  /* seen from where its thread is created, as if that were a call */
  uint8_t bits;   /* FORK, JOIN: that the numbers of the counter, e[6], have at most */
  bool fresh;     /* FORK: the argument is memory that nobody else knows */
  bool made;      /* FORK: ... that is made anew for each thread, but others may know */
  bool once;      /* FORK: at most one thread per execution of the record in this function */
  bool nameless;  /* FORK: the thread has no handle */
  bool together;  /* FORK: several functions are started by one call, not one of several */
  uint8_t formal; /* FORK: of the start function, that gets e[2] */
  bool again;     /* FORK: it runs its function any number of times */
  bool looped;    /* FORK: the function may execute the record several times */
  bool repeats;   /* FORK: ... or what it calls, in one execution */
  uint8_t walks;  /* FORK: 1 + the part of what the thread gets, its argument or of `memory',
                     that is a node of a list which only it gets: see walks.h; 0 none */
  uint8_t behind_section; /* ACCESS: see sections.h */
  bool measured;          /* ACCESS: its section is of all its bytes */
  bool undoes;        /* ACCESS: it takes back what counted a thread that could not be created */
  bool loops_here;    /* FORK, JOIN: the loop of `shape' is in this function */
  uint8_t new_memory; /* FORK: bits of `memory' that are new for each thread */
  bool region;        /* FORK: the threads have ended when the call returns */
  bool ended;         /* FORK: the thread does not run when the function returns, on any way */
  bool task;     /* FORK: the threads end before the team's next barrier; JOIN: all those have */
  bool grouped;  /* FORK: the tasks have ended when the call returns */
  bool brief;    /* REUSE: no thread is created or joined since the earlier load */
  bool certain;  /* JOIN: on every way through the function; LINK: a pointer to the same new
                    memory has been stored before; ACCESS: its pointer was in `owner' itself */
  bool into_own; /* LINK: nobody else knows the memory where it is stored; */
  bool each;     /* LINK: the function stores to each element at most once; TAKE: INTO is the first
                    of a list that was taken as a whole */
  bool always;   /* LINK: on every way through the function */
  funid function;
  uint32_t record; /* where it happens, seen from this function */
  uint32_t inner;  /* the item of the callee that this one is; 0: it is the function's own */
  uint32_t core;   /* the last of these: of the function that does it; 0: it is that itself */
  uint32_t via;    /* the CALL of the callee that leads to it; 0: the callee itself does it */
  uint32_t claim;  /* ACCESS: 1 + enum claim_kind; e[1]: its lock */
  uint32_t effect; /* ACCESS: of effects.v; FORK, JOIN: the number of the effect in the model; in
                      the callers, too */
  setid where;     /* ACCESS, REUSE: locations; LINK: what it points to */
  setid into;      /* LINK: locations */
  setid held;      /* holds of this function and its callees; in summaries.sets */
  setid facts;     /* what must hold of formals for it to happen */
  setid released;  /* locks of callers that may have been released on the way; exprs */
  struct source source;      /* ACCESS, TAKE: of the pointer that is used; LINK: that is stored */
  struct source into_source; /* LINK: of the pointer to where it is stored */
  uint32_t gone;             /* OWN, CALL: formals that have become known by then; bits */
  uint32_t needs;            /* OWN: only if the caller owns what these formals point to; bits */
  uint32_t nowhere;          /* OWN: ... and has not stored pointers to it anywhere; bits */
  expr_id e[ITEM_EXPRS];
  uint32_t shape; /* FORK, JOIN: of summaries.shapes, 1 + number; 0: no such loop */
  uint32_t fan;   /* JOIN: its threads join each other as a tree: see fans.h; 2: those with larger
                     numbers */
  uint32_t loop_test, loop_exit; /* JOIN: blocks of the edge on which all have been joined */
  setid lent;                    /* FORK: holds that its creator keeps until it has ended */
  setid begins_with;             /* FORK: holds that the thread has by itself */
  uint32_t number; /* FORK: not more threads than that: see summaries.numbers; 0 unknown; REUSE: 1 +
                      which part of `memory' it is; 0 none */
  funid counts_in; /* FORK: the function of the counter; TAKE: that has taken the list, if `each' */
  loc_id armed;    /* FORK: a counter that was counted up for each of them; 0 none */
  loc_id preset;   /* FORK: a counter that was set to their number, and PRESET_MORE; 0 none */
  int32_t preset_more;
  uint32_t slot;     /* ACCESS: see footprints.h */
  setid slot_owners; /* ACCESS: ... if the domains of these are apart; SETS_EMPTY: it is so */
  uint32_t first_depend, n_depends; /* FORK, JOIN: of a task; in summaries.depends */
  uint32_t start_record; /* at_start: the call in the start function that leads to it, or what does
                            it */
  expr_id mine;          /* ACCESS: what no other thread created there has: its argument
                            if that is fresh, an element with its own number */
  expr_id owner;         /* ACCESS: the same, of what the memory is reached from; */
  setid owners;          /* ... if the domains of these are apart: see domains.h */
  setid before;          /* ACCESS: FORKs of the function that come after it in each round of the
                            loop, for which it has `mine' ready; in summaries.sets */
  uint32_t after;        /* ACCESS: a JOIN of the function that comes before it in each round of
                            the loop, of the thread whose `mine' it is; 0 none */
  uint32_t reaped;       /* ACCESS: a JOIN that comes before it, of a handle that is in the object
                            that this is to; REAPED_LOOK: it reads the handle for that;
                            REAPED_BEHIND: it is to what `owners' lead to; or the
                            FORK, of elements from the last one down, by which a handle is written;
                            0 none */
  uint32_t joined[MOST_JOINED]; /* JOINs of the function, whose handles callers know, that are
                                   certainly done before */
  uint32_t into_needs; /* LINK: ... only if the caller owns what these formals point to; bits */
  int64_t times;       /* FORK: so many threads, if the function runs once; 0 unknown */
  struct memory memory[MOST_MEMORY]; /* FORK: what the new thread finds at its argument */
};

/* How a function may return, by its result. */
struct exit_row {
  setid held, released;
  setid maybe; /* locations of locks that may be held, too */
  struct result_range result;
  setid facts;   /* of formals: they hold whenever it returns so */
  bool unborn;   /* none of the threads runs that the function creates outside of loops */
  uint8_t phase; /* enum start_phase, of constants.h */
};

/* What a function does with a lock, itself or by a call: see misuse.h. */
enum lock_use { USE_LOCK, USE_TRY, USE_UNLOCK, USE_WAIT, USE_DESTROY };

/* Whether the function, or what it has called, holds the lock then. */
enum lock_state {
  LOCK_UNKNOWN,
  LOCK_FREE,      /* certainly not, on no way; callers may */
  LOCK_SOMETIMES, /* on some way */
  LOCK_HELD       /* on all */
};

struct operation {
  uint8_t use;   /* enum lock_use */
  uint8_t class; /* enum lock_class */
  uint8_t mode;  /* LOCK, TRY: enum lock_mode */
  uint8_t state; /* enum lock_state */
  bool certain;  /* it happens whenever the function is called */
  bool leaks;    /* LOCK: the function may return with it, or without it */
  bool alone;    /* UNLOCK: the function has not taken it before on every way */
  uint8_t none;  /* 0, so that all bytes are known: operations are compared as such */
  funid function;
  uint32_t record; /* where it happens, seen from this function */
  uint32_t inner;  /* the operation of the callee that this one is; 0: it is the function's own */
  expr_id lock;
  setid held, released, facts; /* as of items */
};

enum { MOST_OPERATIONS = 32 }; /* of callees */

enum {
  MOST_ROWS = 4,
  MOST_OPEN_ITEMS = 64,
  MOST_STARTED_ITEMS = 1024,
  MOST_TIED = 8,
  MOST_LEFT = 8
};

enum { MOST_WITHOUT = 4, MOST_OUTCOMES = 6 };

/* Memory that a function gives to who calls it, by storing it where a parameter points to. */
struct given {
  uint32_t formal; /* 1 + number; 0: there is none */
  int64_t offset;
  expr_id brought;    /* it is this, which was found in memory that was taken; 0 */
  uint32_t n_without; /* what is returned if it has not been stored */
  int64_t without[MOST_WITHOUT];
};

/* What a function may return, and what it has made known then. */
struct outcome {
  bool any; /* other values */
  int64_t value;
  uint32_t
      known; /* bits of formals that others may know, or that are stored in memory of formals */
};

struct summary {
  bool known; /* computed; else the function is outside the slice, or part of a recursion not yet */
  expr_id result;
  bool fresh_result;
  bool taken_result; /* ... or memory that was taken out of a shared place */
  funid list_taker;  /* ... and all that this leads to, by that function: see is_in_taken_list; 0 */
  bool ends;         /* its thread, on some way on which it releases nothing */
  bool creates;      /* threads, in terms of its formals */
  bool loose_result; /* taken out of where it was, if the caller holds a lock: see escape-takes.c */
  expr_id
      brought_result; /* the result, if it was found in memory that was taken: see escape-gives.c */
  struct given given;
  uint32_t n_outcomes; /* 0: nobody knows */
  struct outcome outcomes[MOST_OUTCOMES];
  uint8_t n_rows;
  struct exit_row rows[MOST_ROWS];
  uint32_t escapes;           /* bits of formals that become known to others */
  uint32_t found_escapes;     /* ... if their callers have stored pointers to them anywhere */
  uint32_t inside_escapes;    /* bits of formals: what is stored in their memory does */
  setid inside_leads;         /* ... and all that it leads to, as far as it does; */
  bool inside_leads_anywhere; /* or anything */
  uint32_t ties[MOST_TIED];   /* by formal: bits of those that are stored in its memory */
  uint32_t result_holds;   /* formals that are stored in the new memory that it returns or gives */
  uint32_t result_inner;   /* ... whose contents are */
  uint32_t writes_formals; /* bits of formals through which it writes */
  setid writes_else; /* of what it may write (see summaries.mod), all that is written in another
                        way */
  struct memory leaves[MOST_LEFT];  /* what is in the memory of formals when it returns */
  uint32_t first_item, n_items;     /* in summaries.items */
  uint32_t first_opened, n_opened;  /* ... those that go up to the callers, in summaries.opened */
  uint32_t first_thread, n_threads; /* ... creations and joins, in summaries.forks */
  uint32_t first_point, n_points;
  uint32_t n_open, n_open_links;
  uint32_t first_operation, n_operations; /* in summaries.operations */
};

/* Where a function calls: what is held there, relative to entry. */
enum { MOST_HANDED = 8 };

struct call_point {
  uint32_t record;
  setid held, released;
  bool deferred; /* who is called, callers know: see ITEM_CALL */
  setid facts;   /* what must hold of formals that choose for it to happen */
  uint32_t own;  /* arguments that nobody else knows, and which lead to no other; bits */
  uint8_t passed[MOST_HANDED]; /* 1 + the formal that must be so for the argument to be; 0: none */
};

enum { MOST_VALUES = 6 };

/* A variable that is only set to constants; see constants.h. */
struct constant {
  uint64_t bytes;
  int64_t start, v[MOST_VALUES], later[MOST_VALUES];
  uint32_t n, n_later; /* of v, and of later, which threads find */
  uint32_t first;      /* 1 + the store that comes before all threads; 0 none */
  uint8_t door;        /* ... in which function: see constants.c */
  bool up, down;       /* it is counted, too */
  uint32_t set;        /* 1 + the only store of another number, from which it is counted down; 0 */
  bool is_global;
};

/* A part of elements or allocated objects that is only set to constants; see kept.h. */
struct field_values {
  uint64_t bytes;
  uint32_t n;
  int64_t v[MOST_VALUES];
};

/* A variable that is set back before locks are released. */
struct invariant {
  loc_id loc;
  uint64_t bytes;
  int64_t value;
  expr_id address; /* 0: not asked yet */
};

/* A variable that counts the iterations of a construct: see teams.h. */
struct iteration {
  uint32_t share; /* the record that asks for some of them */
  bool repeats;   /* a thread may be in another execution of the construct in the same phase */
};

/* What a function has found that is known of the whole program. */
enum note_kind {
  NOTE_OWNED,     /* set of locations: see summaries.owned */
  NOTE_TAKEN,     /* ... summaries.taken */
  NOTE_UNSETTLED, /* location: see summaries.unsettled */
  NOTE_SPOILED,   /* ... summaries.spoiled */
  NOTE_UNSEEN,    /* function: see summaries.calls_unseen */
  NOTE_TAKES,     /* see summaries.takes */
  NOTE_DROPS,     /* ... summaries.drops */
  NOTE_BROUGHT,   /* function: its items may be brought by a call of what comes from a formal */
  NOTE_INVARIANT, /* location: it is taken for one of `invariants' */
  NOTE_COUNTER    /* ... for a counter; see counter_at */
};

struct note {
  uint8_t kind; /* enum note_kind */
  uint32_t x;
};

/* How much there was in the lists of the summaries before a function was summarised.  All that a
   function puts into one is here, or a note: else it is lost when its summary is kept. */
struct made {
  uint32_t items, points, operations, ahead, draws, swaps, looks, each, copies, notes, settled, cut;
};

/* While the escapes of a function are found: roots that an object may be. */
struct object_roots {
  uint64_t roots;
  uint32_t function; /* number of the function: those of others are nobody's */
};

/* What a state knows of an expression: see locks-facts.c. */
struct fact {
  expr_id e;
  struct result_range range; /* its hole is 0 if there is none */
};

/* They have numbers from 1 on, in sets. */
struct facts {
  VEC (struct fact) v; /* by number - 1 */
  struct hash_index numbers;
};

struct summaries {
  struct pointers *p;
  const struct effects *effects;
  const struct prefilter *filter;
  struct arena arena;      /* of these three */
  struct csr calls;        /* see call_graph */
  struct scc knots, order; /* their components, and those in which they are summarised */
  struct exprs x;
  struct sets sets;          /* of holds, exprs, facts */
  struct tuples holds;       /* lock, mode | depth << 8, origin if there is one */
  VEC (struct hold) hold_of; /* the same, by number - 1 */
  struct facts facts;
  /* Two sets of facts: 1 + what holds by one of them; [1]: widened. */
  struct map joined_facts[2];
  struct tuples numbers;  /* function, value in it, what is added, whether it is loaded anew in each
                             round of a loop: numbers that are not constants */
  struct tuples deferred; /* call edge and item: calls that become concrete in a caller */
  struct summary *of;     /* by function */
  struct map exports_of;  /* function: 1 + where in exports what its summary exports begins */
  vec_u32 exports;        /* how many, and these */
  vec_u32 exported;       /* by expression: the last function whose summary exports it */
  setid *mod;             /* by function: locations that it and its callees may write */
  setid *posts;    /* ... semaphores that they may post, barriers that they come to: locations */
  setid *releases; /* ... locks that they may release or wait with: locations */
  setid *acquires; /* ... that they may acquire */
  setid *gives_up; /* ... that callers had, which they may have released: see recursion.c */
  struct bitset hands_out; /* ... they may return with locks of their own */
  struct map asked; /* function, or world, and who has asked for these two before: the answer */
  struct tuples leaving; /* what functions may release and send: see locks_leaving */
  uint32_t *leaving_of;  /* by function, and whether it is known: its number there, if all who ask
                            get that;    0: nobody has asked */
  bool given_up;         /* those that are being summarised give up all they may: that is true */
  uint32_t *keeps;       /* by function: bits of formals; see keeps.c */
  bool *calls_unseen;    /* by function: some call of it does not see its operations */
  bool *mod_all;         /* ... anything */
  setid started_mod;     /* what functions write that are started as threads or handlers, or kept */
  bool started_mod_all;  /* ... anything */
  uint32_t *component;   /* by function: of the calls; callees come first */
  VEC (struct item) items;           /* from 1 */
  vec_u32 opened;                    /* items that are open: items are many, and large */
  vec_u32 forks;                     /* ... of kind FORK and JOIN */
  VEC (struct operation) operations; /* from 1 */
  VEC (struct call_point) points;
  VEC (struct loop_shape) shapes;
  bool knows_variables;     /* see variables_find */
  struct bitset relaxed;    /* objects whose address goes through atomics that order nothing */
  bool *only_start;         /* by function: it is called only as the start of threads */
  struct bitset tasks;      /* functions that threads of a team do, who have done others before */
  bool wanted_in[N_WORLDS]; /* candidates are among the objects of the world */
  struct bitset wanted;     /* objects that candidates are in */
  struct bitset written;    /* objects that some instruction writes */
  struct bitset claimable;  /* locations that are set to constants other than 0, or bit by bit */
  struct bitset regions;    /* functions that teams execute */
  struct bitset leagues;    /* ... one of each team of a league, and no other team is inside */
  struct bitset outer_regions;    /* ... that only main starts, and that start others themselves */
  struct bitset in_inner_regions; /* functions that several teams may execute, by these */
  struct bitset only_in_leagues;  /* functions that nobody else executes but teams of leagues */
  struct bitset loop_tasks; /* ... that tasks do to which the iterations of a loop are dealt */
  struct map iterations;    /* function, value: 1 + number in shared_loops; see teams.h */
  VEC (struct iteration) shared_loops;
  struct map lane_races;    /* a pair of effects: enum lanes_meet, see lanes.h */
  struct map starts;        /* region: 1 + the call that starts it; UINT32_MAX: there are several */
  struct map constructs;    /* function, record: where all threads of a team begin to share work */
  struct tuples symbols;    /* what threads of a team have in common: see teams.h */
  struct tuples slots;      /* see footprints.h */
  struct tuples slot_pairs; /* two of these, and where they begin */
  struct bitset apart;      /* ... those that are */
  struct tables tables;     /* arrays of numbers that are known: see tables.h */
  VEC (struct depend) depends;
  struct map task_orders; /* two items of kind FORK, or the second a JOIN: one task waits for the
                             other if who creates both is one task */
  bool asks_member; /* some function asks which thread of the team it is, or how many there are */
  struct bitset flags;      /* locations that are tested, and only ever set to constants, or tested
                               by who waits for a condition */
  setid flag_set;           /* the same */
  struct map lock_groups;   /* function and lock: as what it is used; see lock-groups.c */
  struct bitset errorcheck; /* mutexes that may be of that type: locking one again fails */
  struct bitset recursive;  /* ... of that */
  uint32_t *choosing;       /* by function: formals that some call gives a number, as bits */
  bool cancels;             /* threads may be cancelled */
  bool robust;              /* mutexes may tell that their owner has died */
  bool stands_in;           /* bytes stand for what does not run beside itself: is_stand_in */
  bool *jumps;            /* by function: it may be left by longjmp, or by the end of its thread */
  bool *never_returns;    /* by function: it ends the program, or its thread */
  struct bitset gates;    /* locks that are held where threads are created, if that matters */
  bool fences;            /* there are any */
  struct bitset fenced;   /* flags that are set by relaxed stores: fences.h */
  struct bitset awaited;  /* locations that functions test which wait for a condition */
  struct bitset compared; /* locations that are compared with what is no constant */
  struct bitset turns;    /* locations that may say who goes on: turns.h */
  struct bitset covered_turns; /* ... that main writes along with other things */
  struct bitset mode_turns;    /* ... that only main writes, before there are others */
  struct map turn_writes;      /* function, record: those of them that it may write */
  struct map turns_of;         /* function: 1 + those that it and its callees may write */
  struct map turn_names;       /* set of them: 2 + where in turn_sets */
  VEC (setid) turn_sets;       /* of names, of signals that they are written */
  struct bitset counts;        /* locations where references may be counted; see sends_of */
  bool knows_counts;
  bool drops;       /* somebody may drop a reference for good */
  struct map sends; /* what a function may write and post: 1 + the signals of that; see sends_of */
  struct map locked_looks; /* function, record of relaxed loads of flags that count as ordered
                              because a lock is held; see signals.c */
  struct map known_copies; /* function, record: copies of structs that are items, word by word */
  struct map cas_from;  /* function, record of a compare-and-swap: 1 + what it changes; 0 unknown */
  struct bitset tested; /* locations that conditions look at */
  struct map tested_bytes; /* ... how long they are */
  struct map constant_at;  /* location: 1 + number in constants */
  VEC (struct field_values) fields;
  struct map field_at;         /* location: 1 + number in fields; 0: it has other values, too */
  struct bitset field_objects; /* that have any */
  setid constant_set;          /* its locations */
  setid counter_set;           /* those that counter_at knows */
  VEC (struct constant) constants;
  struct bitset constant_objects; /* that they are in */
  VEC (struct invariant) invariants;
  struct bitset unsettled;  /* of those: locations that are left otherwise */
  bool *main_runs;          /* by function: not only created threads run it */
  bool *may_fork;           /* ... it, or what it calls, creates threads; NULL: nobody asks */
  struct bitset permits;    /* locations that are taken and given back as locks are: permits.h */
  struct bitset no_permits; /* ... words and semaphores that are not */
  struct bitset semaphores, barriers,
      spoiled;              /* ... what is a semaphore; what was found to be none */
  struct bitset onces;      /* locations that say whether something was done that is done once */
  struct bitset rearmed;    /* of those: it may be done again */
  struct bitset done;       /* ... it is done for good: variables that nobody writes */
  struct map numbers_taken; /* function, record: an atomic that takes a word by a number that is
                               not known but above 0 */
  struct map permit_of;     /* location: the one that stands for it; see permits.h */
  bool takes;               /* there are items of kind TAKE */
  struct map ahead; /* ACCESS and FORK of one function: the first is done before the second */
  struct map draws; /* function, record: the counter that the value there was drawn from */
  bool joins_draws; /* ... some of them in one of several places */
  struct map each;  /* function, record: a pointer is stored to each element at most once, each
                       time the function is executed */
  struct assigned assigned;
  struct leads leads;
  struct signs signs;
  struct bitset owned, taken; /* sets of locations: accesses that were left out, since nobody else
                                 knows the memory, or it was taken out of a shared place */
  VEC (struct object_roots) object_roots; /* by object */
  uint32_t n_escapes;                     /* functions whose escapes have been found */
  struct map broken; /* function, record: loads that must not count as equal to earlier ones */
  VEC (struct note) notes;
  VEC (struct made) made; /* by function, in the order in which they come, and one at the end */
  struct {
    uint32_t functions, open, settled, cut;
  } stats;
};

/* BROKEN are the loads whose value may change behind the thread's back; see verdicts-obligations.c.
 */
void summaries_find (struct summaries *, struct pointers *, const struct effects *,
                     const struct prefilter *, const struct map *broken);
/* Makes them once more, when BROKEN has grown. */
void summaries_find_again (struct summaries *, const struct map *broken);
void summaries_free (struct summaries *);

static inline struct hold hold_get (const struct summaries *s, uint32_t hold)
{
  return s->hold_of.v[hold - 1];
}
uint32_t hold_make (struct summaries *, expr_id lock, enum lock_mode, unsigned depth);
uint32_t hold_intern (struct summaries *, struct hold);
/* Whether two locks may be one; A in function F, B in function G. */
bool may_be_same_lock (struct summaries *, funid f, expr_id a, funid g, expr_id b);

/* Whether the callee was summarised when the caller was. */
bool is_known_before (const struct summaries *, funid callee, funid caller);
/* Whether the summary of the callee is brought to the call; if not, the callee speaks for itself,
   with its points-to sets. */
bool call_is_instantiated (const struct summaries *, const struct call_edge *);
bool item_has_formal (const struct summaries *, const struct item *);
/* The function that an expression is the address of; 0: it is none. */
funid function_of_expr (const struct summaries *, expr_id);
/* Calls with more targets are not instantiated for each of them, or with more than a few more. */
enum { MOST_TARGETS = 8, MORE_TARGETS = 32 };
/* Whether the calls of one record, FIRST to END, are: they are few, or there is little to bring. */
bool calls_are_few (const struct summaries *, uint32_t first, uint32_t end);
/* The functions that CALL, an item of kind CALL, calls if it is seen in F, where their address is
   E; 0: callers know, or they are too many. */
uint32_t deferred_targets (struct summaries *, funid f, expr_id e, const struct item *call,
                           funid out[MOST_TARGETS]);
/* Whether the items of CALLEE can be brought to CALLER. */
bool can_bring (const struct summaries *, funid caller, funid callee);
/* E with formals replaced by ACTUALS, as seen by who creates a thread by FORK.  *USED: bits of the
   memory of FORK that the result rests on. */
expr_id substitute (struct summaries *, expr_id e, const expr_id *actuals, uint32_t n,
                    const struct item *fork, uint32_t *used);
/* Whether a function that creates two threads has created only one of them when it returns, with
   the same handle. */
bool forks_are_alternatives (const struct summaries *, uint32_t a, uint32_t b);
/* Whether it is the creation of a thread that writes there. */
bool writes_handle (const struct summaries *, const struct effect *);
/* Whether HANDLE, a load, is not one that a variable of a function holds in another call than that
   which creates the thread: at RECORD of F, by the item INNER of its callee. */
bool is_of_call (const struct summaries *, expr_id handle, funid, uint32_t record, uint32_t inner);
/* What BITS of a global always hold, since nobody writes it: a number or an address; 0 unknown. */
expr_id expr_at_start (struct summaries *, object_id, int64_t offset, uint64_t bits);
/* Whether the locations are all flags: see signals.c. */
bool is_flag (const struct summaries *, setid where);
/* Whether any of them is one. */
bool has_flag (const struct summaries *, setid where);
/* Whether the bytes of a global at OFFSET are 0 at the start. */
bool starts_as_zero (const struct pointers *, object_id, int64_t offset);
/* Whether an operand is a number, also one that went through a variable that the compiler made. */
bool constant_operand (const struct function *, const struct operand *, int64_t *);
/* The number that a store, or an atomic one, stores; 0 also if a function fills memory with it. */
bool stored_constant (const struct summaries *, const struct effect *, int64_t *);
/* Whether the access sets something by an atomic that orders nothing. */
bool write_is_relaxed (const struct summaries *, const struct effect *);
/* Whether an atomic orders what comes after it, as a load does; what comes before, as a store. */
bool orders_reads (const struct rec_call *, const struct model_operand *order);
bool orders_writes (const struct rec_call *, const struct model_operand *order);
/* Whether code behind the call may jump out of it, along abnormal edges: modelled functions say so.
   UINT32_MAX: no call. */
bool call_may_jump (const struct summaries *, funid, uint32_t record);
/* Whether an order is known to be at least acquire, release or consume. */
bool orders_memory (const struct rec_call *, const struct model_operand *);
/* With a function in summaries.broken: a pointer that does not become its taker's. */
/* In the place of a function in summaries.broken, with locations. */
enum {
  BROKEN_INVARIANT = INT32_MAX - 3,
  BROKEN_COUNTER = INT32_MAX - 4,
  BROKEN_GATE = INT32_MAX - 5
};
enum {
  BROKEN_TAKE = INT32_MIN,
  BROKEN_CLAIM = 1 << 30,
  BROKEN_SOURCE = 1 << 29,
  BROKEN_MEMORY = 1 << 28
};
/* ... what is in `memory' of a creation: that may be something else when the thread looks. */
static inline uint64_t broken_memory (funid f, uint32_t record, uint32_t n)
{
  return map_pair (f | BROKEN_MEMORY, record * MOST_MEMORY + n);
}

/* Whether a task names the address: as one that it writes if it WRITES there. */
bool depends_cover (struct summaries *, const struct item *task, expr_id address, bool writes);
/* Whether memory that counts as new has been taken out of a shared place. */
bool is_taken (const struct summaries *, expr_id root);
/* Whether the locations are set to constants, or bit by bit: see claims.h. */
bool is_claimable (const struct summaries *, setid where);
/* Locations of ALL, if those of an address are known in another way, as WHERE. */
setid refined_points (struct pointers *, setid all, setid where);
/* Those of WHERE in objects that OF has something of, if there are any. */
setid points_in_objects (struct pointers *, setid where, setid of);
/* The items from ITEM down to what happens, outermost first. */
void item_path (const struct summaries *, uint32_t item, vec_u32 *out);
/* Whether its owner may lock it again, as far as anybody knows. */
bool may_nest (struct summaries *, funid, expr_id lock);
/* Whether the fact of F is one about a formal that some call gives a number, and which. */
bool fact_chooses (const struct summaries *, funid f, uint32_t fact, uint32_t *formal);
/* Whether the fact allows its formal to be K. */
bool fact_allows (const struct summaries *, uint32_t fact, int64_t k);
/* Finds `errorcheck', `recursive', `jumps' and `choosing'. */
void library_find (struct summaries *, const struct scc *);
/* Adds to LAST the calls of F behind which no way leads to its end. */
void library_find_last_calls (const struct summaries *, funid f, struct bitset *last);
/* The components of the call graph in which functions are summarised; KNOTS: of all calls. */
struct scc order_find (struct summaries *, const struct scc *knots, struct arena *);
/* keeps.c: fills `keeps'. */
void keeps_find (struct summaries *, const struct scc *);
/* Whether it stands for a thread that does not run, not for a lock; see locks.c. */
bool is_token (const struct summaries *, expr_id lock);
/* What a lock of F can only be, whoever F was called by and has no name for it; 0: it may be
 * several. */
expr_id lock_that_exists_once (struct summaries *, funid f, expr_id lock);
/* Whether it is a byte by which models tell that a timer, a handler or the like does not run: no
   lock that the user knows. */
bool is_stand_in (const struct summaries *, expr_id lock);
/* The counter that a number was drawn from, by the function that has it or by one that was called
   there; 0: none.  See claims.h. */
loc_id drawn_from (const struct summaries *, expr_id number);

/* The item as the function has it that does it itself. */
static inline const struct item *item_core (const struct summaries *s, const struct item *i)
{
  return i->core ? &s->items.v[i->core] : i;
}

#endif
