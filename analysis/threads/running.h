/* Between the files that find flags which say whether a thread runs: threads-gates.c knows where
   joins depend on them, threads-running.c what they say, running-objects.c when pointers are flags,
   running-selves.c when handles are. */

#ifndef RACECHECK_RUNNING_H
#define RACECHECK_RUNNING_H

#include "nonnull.h"
#include "threads-internal.h"

/* What is looked for at a location: that it is NUMBER or, if OTHER, not; or the handle of who
   looks. */
struct look {
  setid where;
  bool self, other;
  int64_t number;
};

/* One that decides about an edge of a block: see running_look. */
struct seen_look {
  funid function;
  uint32_t block, yes;
  struct look look;
  uint32_t next; /* at the same locations, 1 + number */
};

struct flag_store {
  uint32_t effect;
  bool constant;
  int64_t value;
  uint32_t next; /* of the same flag, 1 + number */
};

struct flag {
  loc_id loc;
  uint32_t stores; /* 1 + number of the first */
};

/* Lists of numbers: the next one is 1 + its place in the vector. */
struct listed {
  uint32_t what, next;
};

typedef VEC (struct listed) vec_listed;

struct flag_finder {
  struct thread_finder *d;
  struct arena arena;
  struct nonnull nonnull;
  setid *any;                 /* by item: threads that it, or what it is in some caller, joins */
  bool *looks;                /* by function: it, or what it calls, has a gate */
  thread_id creators_of;      /* whose creators these are: */
  struct bitset creates;      /* functions that create it, or call who does */
  vec_u32 creators, creating; /* ... in a list; and calls of them, of pointers.calls */
  funid unknown_of;
  vec_u32 unknown;               /* calls of that function of which nobody knows whom they call */
  vec_listed joins, joined;      /* joins of single handles */
  struct map joins_at, joins_of; /* function, record: the first in `joins'; function, thread: ... */
  funid tests_of;
  vec_listed tests;  /* blocks of that function that end by a look at what a call has returned */
  struct map tested; /* record of that: the first of them */
  vec_listed stored_selves; /* stores of handles to few locations */
  struct map selves;        /* location: the first of them */
  bool any_wide_self;       /* there are others */
  struct map flag_at;       /* location: 1 + number in flags */
  VEC (struct flag) flags;
  VEC (struct flag_store) stores;
  struct map objects;          /* store, thread: 1 no, 2 yes; see running_is_object */
  VEC (struct seen_look) seen; /* at flags, anywhere */
  struct map seen_at;          /* set of locations: 1 + the first of these */
  setid *beginners;            /* by entry: threads that begin there; NULL until somebody asks */
  funid looks_of;
  struct arena of_looks;          /* what follows: */
  uint32_t *look_above;           /* by block of that function: the next one towards the entry which
                                     dominates it and ends by a look; NODE_NONE: there is none */
  struct dominators until_return; /* by block, and the number of blocks for a return: what all ways
                                      to a return pass */
  funid stored_of;
  vec_u32 stored; /* by variable of that function: 1 + the only store; UINT32_MAX: there are more */
};

static inline const struct function *running_body (const struct flag_finder *x, funid f)
{
  return x->d->program->functions[f].body;
}

/* Puts it on the list of the key. */
static inline void running_list (vec_listed *list, struct map *first, uint64_t key, uint32_t what)
{
  uint32_t *at = map_at (first, key);
  vec_push (list, (struct listed){what, *at});
  *at = list->n;
}

/* What defines the operand, perhaps converted; UINT32_MAX: nothing in the function. */
uint32_t running_source (struct flag_finder *, funid, const struct operand *);
/* Whether the block ends by a look at a location: *YES is the edge if it is what the look says. */
bool running_look (struct flag_finder *, funid, uint32_t block, uint32_t *yes, struct look *);
/* Whether the result of the call is that only if no thread was created there. */
bool running_has_failed (const struct flag_finder *, funid f, uint32_t creation,
                         struct result_range);
/* Whether what the store puts into the gate's flag, which is no constant, is a pointer that is not
   null if the thread has been created, and null only before; and who looks has stored it. */
bool running_is_object (struct flag_finder *, uint32_t store, const struct running_gate *,
                        thread_id);
/* Finds `gates' of the finder of threads. */
void running_find_gates (struct flag_finder *);
/* Finds all looks at flags. */
void running_find_looks (struct flag_finder *);
/* The gate's flag tells whether one of the threads runs: who looks at it knows that none does. */
void running_add_looks (struct flag_finder *, const struct running_gate *gate, setid threads);
/* Whether it is one location of the whole program. */
bool running_exists_once (const struct thread_finder *, loc_id);
/* Whether the thread does not run at the record: it does not exist yet, its creation has failed, or
   it has been joined. */
bool running_not_at (struct flag_finder *, funid f, uint32_t record, thread_id);
/* Joins of threads whose handles main loses prove nothing. */
void running_check_selves (struct flag_finder *);
/* The bit of main's entry. */
uint64_t running_main (const struct thread_finder *);
/* The bit of the entry from which alone F is reached, if that is executed once; else 0. */
uint64_t running_entry (const struct thread_finder *, funid f);
/* That of the join of a gate. */
uint64_t running_owner (const struct thread_finder *, const struct running_gate *);
/* Whether only OWNER creates the thread, and only with this handle.  Others may call the function
   that creates it, but not one of those through which it is this thread. */
bool running_is_owned (const struct thread_finder *, thread_id, uint64_t owner);
/* Whether the test that the gate is of tells the only creator of the threads that none of them
   runs. */
bool running_test_tells (struct flag_finder *, const struct running_gate *, setid threads);
/* Whether each way through F passes the record, or edges of gates of the join ITEM (0: none) on
   which none of its threads runs. */
bool running_passes (struct flag_finder *, funid f, uint32_t record, uint32_t item);

#endif
