/* Between the files that find threads: threads.c makes them, threads-start.c says what they do in
   terms of their creators, threads-joins.c matches joins with them, threads-gates.c and
   threads-running.c know what flags say about that, fields.c what fields of objects do,
   threads-relevant.c which functions matter, threads-alive.c follows who is alive, threads-edges.c
   knows when an edge is taken. */

#ifndef RACECHECK_THREADS_INTERNAL_H
#define RACECHECK_THREADS_INTERNAL_H

#include "flow.h"
#include "terms.h"
#include "threads.h"
#include "worklist.h"

enum { MOST_NAMES = 16 };

/* What is known of the handles that may be at a location: enough of them to tell whether there is
   one of another creation at another address. */
struct handles {
  struct {
    uint32_t name;        /* see threads_handle */
    uint32_t item, other; /* creations with it: one, and another one if there is */
  } v[MOST_NAMES];
  bool more;         /* than these */
  uint32_t noted;    /* the last one in thread_finder.noted */
  int64_t *places;   /* when there are more: where they are, ascending, if all are at constant */
  uint32_t n_places; /* places in one variable; else NULL */
};

/* A creation with a handle there, and the one before it. */
struct noted_handle {
  uint32_t item, before;
};

enum { HANDLE_BYTES = 8 };

/* Where handles are: every STEP bytes from FIRST to LAST, behind BASE; 0: there is one. */
struct span {
  expr_id base;
  int64_t first, last, step;
};

/* A look at memory without which a join is not done, or one that tells the same without a join: see
   threads-gates.c. */
struct running_gate {
  funid function;
  uint32_t item;     /* the join; 0: there is none */
  setid threads;     /* ... then none of these runs on that edge */
  uint32_t from, to; /* blocks of the edge that does not join */
  setid where;       /* what it looks at */
  bool self;         /* ... for the handle of who looks: then it does not join */
  bool other;        /* ... it joins if that is not NUMBER */
  int64_t number;    /* ... it joins if that is it */
  uint32_t test; /* 1 + number of the join's test that the edge is of: where is empty; 0: none */
  bool proved;   /* on that edge none of those runs that the join is of */
};

/* Effects that write the number that joins count to. */
enum { MOST_WRITERS = 8 };
struct count_writers {
  uint32_t n; /* MOST_WRITERS + 1: more */
  uint32_t effects[MOST_WRITERS];
};

struct thread_finder {
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  const struct program *program;
  struct arena arena;
  setid *opened;       /* by function: threads whose creation its callers make concrete */
  bool *unresolved;    /* by function: called through pointers of which no caller knows more */
  setid *opened_joins; /* ... others that joins, which its callers make concrete, may be of */
  funid *order;        /* functions, callees first */
  uint32_t n_order;
  struct bitset handles; /* locations that creations write */
  struct bitset dirty;   /* of those: something else is stored there too */
  struct bitset selves;  /* of those: main stores its own handle there */
  vec_u32 self_stores;   /* ... accesses that do */
  /* Creations, by the memory of their handles: first item, then by `next'; those without a loop
     that are in variables: by these, and by address, then by `next_there'. */
  struct map by_handle, in_variable, by_address;
  uint32_t *next, *next_there; /* by item */
  struct map in_handle;        /* function, name of a handle there: set of threads */
  struct map by_name;          /* name of a handle that other activations may write: likewise */
  setid *over;        /* by function: threads over whose handles it may write, if they run before */
  setid overwriters;  /* threads whose start has such */
  setid outside_over; /* those of functions which code that nobody sees may call */
  struct map
      counts; /* locations where joins find how many threads there are: number in `writers' */
  VEC (struct count_writers) writers; /* from 1 */
  struct map counted_behind;          /* shape of a creation, item of a join: 1 no, 2 yes */
  struct tuples shapes;               /* names of handles in arrays */
  struct map known_at; /* location (0: handles that are anywhere), fresh memory there: 1 + number
                          in `known' */
  VEC (struct handles) known;
  VEC (struct noted_handle) noted; /* from 1 */
  struct map first_of_start;       /* function: the first thread that starts there */
  uint32_t *next_of_start;         /* by thread */
  bool *called;                    /* by function: not only by creations */
  VEC (struct running_gate) gates;
  vec_u32 gates_by_edge;  /* ... by function and block */
  setid *swept;           /* by item: threads that its loop over a list joins; */
  setid *swept_ever;      /* ... also if they were created before the function's entry */
  struct bitset in_lists; /* items: creations of these */
  bool *joins_all;        /* by item: also if they were created before the function's entry */
  bool outside_marked;
  bool *registers,
      *enters_registered;   /* by function: it tells code that nobody sees of functions that
                               create threads; is called when that may have been done */
  struct map registering;   /* function, record: 1 no, 2 yes */
  setid all;                /* threads, when somebody has asked for them */
  struct walk_plan **plans; /* by function; NULL: not made yet */
  bool *stale;              /* by function: what it calls, or how it is called, has changed */
  setid outside_born;       /* threads that functions create which code nobody sees may call */
  bool changed;
};

/* Callers of relevant functions are. */
void threads_close_relevant (struct thread_finder *d);
/* A name for where the creation puts the handle, or, in a loop, the handles: an address, or part of
   an array. */
uint32_t threads_handle (struct thread_finder *d, const struct item *fork);
/* What the start functions do, as items of their creators. */
void threads_find_start_items (struct thread_finder *d);
/* Whether the threads of one call join each other so that all have ended when that with number 0
   has; USED: bits of the memory of the creation that this relies on. */
bool threads_are_fan (struct thread_finder *d, thread_id, uint32_t *used);
/* Threads that are left when a call returns may have the same numbers as those of the next one. */
void threads_drop_shared_numbers (struct thread_finder *d);
/* Whether there is never more than one call of F at a time; whether the thread may run when a call
   of F, by which it is created, has returned. */
bool is_called_singly (const struct summaries *, funid f);
bool threads_outlive_call (const struct threads *, thread_id, funid f);
/* Where creations put handles, and joins find them: `handles', `dirty', `selves'. */
void threads_find_handles (struct thread_finder *d);
/* Whether something else than handles of new threads is stored there, or main's own: see
   threads-running.c. */
bool handle_is_dirty (const struct thread_finder *d, loc_id l);
/* Whether E may write over a handle at L, as far as types say: see handles-types.c. */
bool handle_may_be_written (const struct thread_finder *, const struct effect *e, loc_id l);
/* What E was loaded from; 0: it was not. */
expr_id loaded_from (const struct summaries *s, expr_id e);
void threads_find_joins (struct thread_finder *d);
/* Fills `swept', `swept_ever' and `in_lists'. */
void threads_find_lists (struct thread_finder *);
/* The one location that an address is in the whole program; 0: it is not. */
loc_id threads_unique (struct thread_finder *, funid f, expr_id e, bool is_array);
/* threads-counts.c: fills `counts'. */
void threads_find_counts (struct thread_finder *);
/* The only store of the number that the join counts to; NULL: it may change. */
const struct effect *threads_count_of (struct thread_finder *, const struct item *join);
/* Whether the loop of joins counts to the number in memory to which that of the creations does;
   to one that does not change when both look; to that of the threads which have been created. */
bool threads_count_alike (struct thread_finder *, const struct item *fork, const struct item *join);
bool threads_counts_settled (struct thread_finder *, const struct item *fork,
                             const struct item *join);
bool threads_counts_behind (struct thread_finder *, const struct item *fork,
                            const struct item *join);
/* Where a creation puts handles, or a join finds them; false: nobody knows. */
bool span_of (const struct summaries *, const struct item *, struct span *);
/* Whether all handles of B are among those of A; whether none is. */
bool span_covers (const struct span *a, const struct span *b);
bool spans_are_apart (const struct span *a, const struct span *b);
/* Whether all threads that the loop of FORK has created are joined one by one when the join LAST
   has returned. */
bool joins_complete (struct thread_finder *, uint32_t fork, uint32_t last);
/* Finds flags that say whether a thread runs: `gates'. */
void threads_find_running (struct thread_finder *d);
void threads_find_relevant (struct thread_finder *d);
void threads_find_opened (struct thread_finder *d);
/* Whether a pointer to a function that creates threads is given to code that nobody sees. */
bool threads_registers (const struct thread_finder *d, funid f, uint32_t record);
/* Functions that call such code create threads, too. */
void threads_mark_outside (struct thread_finder *d);
void threads_find_alive (struct thread_finder *d);
/* Whether the edge of a block of F is taken in a new process only. */
bool edge_is_in_child (const struct pointers *, funid f, uint32_t block, uint32_t edge);
/* The rounds of a loop, which begins at HEADER, in which alone the edge EDGE of a block is taken:
   the first, or those in which a flag has not been set yet, which is set along the edges in CUT. */
enum { MOST_CUTS = 8 };
struct round {
  uint32_t header, edge; /* NODE_NONE: there are none */
  bool flag;
  uint32_t n_cuts;
  struct cut {
    uint32_t from, to;
  } cut[MOST_CUTS];
};
struct round edge_of_first_round (const struct unit *, const struct function *, const struct flow *,
                                  uint32_t block);
/* Whether an edge leads out of these rounds. */
bool is_cut (const struct round *, uint32_t from, uint32_t to);

#endif
