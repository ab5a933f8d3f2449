/* Threads: which there are, and which of its children a thread may have at each of its points.

   An abstract thread is a creation, seen from the function in which its start routine and argument
   are concrete (an item of summaries.h), and a start function.  Inside a function the children are
   told relative to its entry: those that may have been created since then and may be alive, and
   those that certainly have been joined. */

#ifndef RACECHECK_THREADS_H
#define RACECHECK_THREADS_H

#include "installs.h"
#include "summaries.h"

typedef uint32_t thread_id; /* dense, from 1 */

enum thread_kind {
  THREAD_MAIN,
  THREAD_CREATED,
  THREAD_ENTRY,  /* called from outside, by any number of threads */
  THREAD_SIGNAL, /* a signal handler */
  THREAD_LATER   /* runs when main ends, or in whatever thread ends */
};

struct thread {
  uint8_t kind;  /* enum thread_kind */
  uint32_t item; /* CREATED: the creation */
  funid start;
  bool many;  /* several may run at a time; what creations at run time add: see contexts.c */
  bool alone; /* by what it touches it is told from others of the same call only: those of earlier
                 calls must have ended */
  thread_id taken_by; /* SIGNAL: the only one that it may interrupt while there are others, or main
                         when there are none; 0: several */
  bool last;          /* LATER: only when the program ends */
  bool child;         /* LATER: where no other thread runs */
  bool lost;          /* its handle may be overwritten while it runs: a join proves nothing */
  setid left;         /* threads that may still run when it has ended */
  uint32_t first_item,
      n_items; /* CREATED: the open items of its start, with its argument; 0: none */
};

/* Children at a point, relative to the function's entry. */
struct children {
  setid born, joined;
  setid waited; /* those that a join which has been done may be of, though that was not shown */
};

struct threads {
  struct summaries *s;
  struct sets sets;
  VEC (struct thread) v;           /* from 1 */
  vec_u32 of_item;                 /* by item: set of threads */
  setid *joins;                    /* by item: threads that it joins */
  setid *perhaps;                  /* ... others that it may join */
  bool *relevant;                  /* by function: it, or what it calls, creates or joins */
  bool *opaque;                    /* by function: entered in some way without instantiation */
  struct children *at_exit;        /* by function */
  struct children *at_thread_exit; /* by function: when it ends its thread without returning */
  setid *ever;                     /* by function: born, at any point of it */
  bool *ends_thread;               /* by function: it may do that */
  uint32_t *points;                /* by record, as pointers.first_record has them: 1 + number in
                                      `children'; 0: none */
  struct map fork_items;           /* function, record: the creation there */
  struct map together;             /* ...: threads that begin there at the same time */
  struct installs installs;
  struct bitset fans; /* threads that join each other as a tree */
  struct bitset sole; /* threads whose handles nothing else is written over */
  VEC (struct children) children;
};

struct terms;
/* Whom a join may have been of that was done before the record, besides WAITED before its function.
 */
setid threads_waited_at (struct threads *, setid waited, funid, uint32_t record);
void threads_find (struct threads *, struct summaries *, struct terms *);
/* A part of what the creation gives to its thread, without what is added: 0 the argument, or 1 +
   which of its memory. */
enum { FORK_PARTS = 1 + MOST_MEMORY };
expr_id fork_gives (const struct summaries *, const struct item *fork, int part);
void threads_free (struct threads *);
/* Which threads may be alive at a record of F (before it), if ALIVE are at its entry, and F holds
   HELD, which tells of threads that do not run. */
setid threads_alive_at (struct threads *, setid alive, funid f, uint32_t record, setid held);
/* What happens up to a moment to those that are alive when the function is called, and to those
   that have ended. */
struct threads_change {
  bool clears;        /* none of them is left */
  setid gone, born;   /* of those alive: these are not, and these are too */
  setid begun, ended; /* of those that have ended */
};

struct threads_change threads_change_at (struct threads *, funid f, uint32_t record, setid held);
/* The threads that have been joined on the way along PATH (see item_path) when its K-th item
   happens, by joins in the function of that one whose handles only its callers know. */
setid threads_joined_on_way (struct threads *, const vec_u32 *path, uint32_t k);
/* ALIVE without those of JOINED, with what they may have left. */
setid threads_without (struct threads *, setid alive, setid joined);
/* Whether the memory is 0 at first. */
bool begins_as_zero (const struct pointers *, loc_id);
/* Whether the thread is created in a call of F, which does not return before it has ended. */
bool threads_end_with_call (const struct threads *, thread_id, funid f);
/* Whether a call of F that creates the thread waits for it before it creates another one there. */
bool threads_one_per_call (const struct threads *, thread_id, funid f);
/* Whether one instruction of F creates both, so that each call of F has one of them. */
bool threads_are_alike (const struct threads *, thread_id, thread_id, funid f);
/* Whether A and B are created by one function, each in calls from another place, which has only one
   call at a time and waits for them. */
bool threads_take_turns (const struct threads *, thread_id a, thread_id b);
/* Which threads have certainly ended there, if ENDED have at its entry. */
setid threads_ended_at (struct threads *, setid ended, funid f, uint32_t record);

#endif
