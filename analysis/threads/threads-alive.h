/* Between the files that follow who is alive: threads-alive.c walks the functions, in the rounds of
   threads-rounds.c, alive-edges.c takes their edges, threads-since.c knows who was born since a
   handle was read, threads-over.c whose handles are overwritten, threads-tasks.c when the tasks of
   OpenMP have ended. */

#ifndef RACECHECK_THREADS_ALIVE_H
#define RACECHECK_THREADS_ALIVE_H

#include "threads-internal.h"

struct early_load {
  uint32_t item, load; /* the record that reads the handle */
};

/* What is found of a function once, for all of its walks. */
struct walk_plan {
  struct flow flow;
  uint32_t *round_of; /* by block: 1 + number of the rounds that an edge of it is taken in; NULL:
                         there are none */
  struct round *rounds;
  bool makes_process; /* it calls what makes one */
};

/* One of a list that is found by a number, and then comes in its order. */
struct keyed_item {
  uint32_t key, at;
};

struct keyed_items {
  const struct keyed_item *first, *end;
};

struct alive_walk {
  struct thread_finder *d;
  funid f;
  const struct function *b;
  struct flow flow;
  vec_u32 acts;        /* calls that may change who is alive, by record */
  uint32_t *first_act; /* by block: of these */
  struct children *in; /* by block */
  bool *reached;
  struct children now;
  bool registered;     /* code that nobody sees may know who creates threads */
  bool *registered_in; /* by block: at its start */
  vec_u32 items;       /* creations and joins of the function, by record */
  vec_u32 shaped;      /* those that a loop here does for an array */
  vec_u32 looped;      /* joins in loops */
  const uint32_t *loop_of;
  VEC (struct keyed_item) at_edges;   /* see alive-edges.c */
  VEC (struct keyed_item) by_counter; /* creations in `shaped', by element_of */
  VEC (struct keyed_item) in_loop;    /* joins in loops, by each header */
  struct map groups; /* record where a group of tasks begins: 1 + who may be alive there */
  /* Joins whose handle is read some way before: whom they join was not born since. */
  VEC (struct early_load) early;
  setid *since_in; /* by block and number of these */
  setid *since;
};

void alive_walk_function (struct thread_finder *, funid);
/* Those of JOINED have ended; ALL: also those that were created before the function was entered. */
void alive_join (struct alive_walk *, struct children *, setid joined, bool all);
/* Those that the loop of a join over a list joins. */
void alive_sweep (struct alive_walk *, struct children *, uint32_t join);
/* The handle of the thread may be overwritten while it runs. */
void alive_lose (struct thread_finder *, thread_id);

/* Whether code that nobody sees runs, which may call what it knows. */
bool alive_calls_outside (const struct alive_walk *, uint32_t record);
/* The first of the items of the record. */
uint32_t alive_items_at (const struct alive_walk *, uint32_t record);

/* Over: what is known of the handle by those who may write it in another activation, 0: nobody
   does, or each has memory of its own; what the record calls may overwrite those of threads that
   run before it; so may threads that run when it is done, or code that nobody sees those of BEFORE;
   which threads do. */
uint64_t over_name (struct thread_finder *, const struct item *fork);
void over_calls (struct alive_walk *, uint32_t record);
void over_meanwhile (struct alive_walk *, uint32_t record, setid before);
void over_find_writers (struct thread_finder *);
void over_by_themselves (struct thread_finder *d);

/* What differs for each element for which a loop of the function creates a thread, and the first
   block of that; 0: none. */
expr_id element_of (const struct summaries *, const struct item *fork, uint32_t *header);
/* Edges: finds what belongs to them; control takes one; those of a list that have the key. */
void edges_find (struct alive_walk *, struct arena *);
void edges_free (struct alive_walk *);
void edges_sort_gates (struct thread_finder *);
void edges_take (struct alive_walk *, uint32_t from, uint32_t to, struct children *);
struct keyed_items keyed_find (const struct keyed_item *, uint32_t n, uint32_t key);

/* Since: finds the joins whose handle is read some way before; joins of the record are reached;
   whom a call creates is born; what is known goes on to block TO, true if it has changed. */
void since_find (struct alive_walk *, struct arena *);
void since_note (struct alive_walk *, uint32_t record);
void since_add (struct alive_walk *, uint32_t record);
bool since_merge (struct alive_walk *, uint32_t to);

/* Tasks: FROM without them; all of this thread have ended; those that the item waits for; those of
   the group that ends at the record; the threads of a region, and their tasks. */
setid tasks_left_out (struct threads *, setid from);
void tasks_join (struct alive_walk *);
void tasks_join_depends (struct alive_walk *, uint32_t join);
void tasks_end_group (struct alive_walk *, uint32_t record);
void tasks_leave_region (struct alive_walk *, setid team);
/* Whether the record is a call that has such an effect whoever is called. */
bool alive_surely_does (const struct alive_walk *, uint32_t record, enum effect_kind);

#endif
