/* Contexts: top-down, in which threads a function runs, which locks its callers hold, and which
   threads may be alive meanwhile.  A context that came through a call which brought the callee's
   summary to the caller sees only the settled items of the callee; others see all of them.

   Threads that come to a function in the same state share the context: what many threads call is
   looked at once for all of them. */

#ifndef RACECHECK_CONTEXTS_H
#define RACECHECK_CONTEXTS_H

#include "teams.h"
#include "terms.h"
#include "threads.h"

struct context {
  funid f;
  setid threads;   /* that run in it; in threads.sets */
  setid sure;      /* those that come here by calls which can be of nothing else */
  setid told;      /* those that come here by calls of which it is known what they may be of */
  thread_id start; /* the created thread that begins here, which has items of its own; 0: none */
  bool opaque;     /* not through an instantiated call */
  struct guards held;
  setid alive, ended; /* in threads.sets */
  setid sent;         /* signals that callers may have sent: terms */
  setid phases;       /* of the team: see teams.h */
  uint32_t owned;     /* formals that nobody else knows; bits */
  bool later;      /* the function has code for which its threads come too late: see find_alone */
  uint32_t chosen; /* numbers that callers give for formals: see contexts-chosen.c; 0: unknown */
};

/* A call from one context to another; FROM 0: a set of threads, instead of the instruction, begins
   there. */
enum way_kind {
  WAY_SURE, /* by a call that can be of nothing else, or not by this thread */
  WAY_TOLD, /* ... that is of one of several functions */
  WAY_LOST  /* ... of which it is not known what it may be of: see enter_worlds */
};

struct way {
  uint32_t from, to, record;
  uint8_t kind; /* enum way_kind */
};

/* An item in a context: something that happens. */
struct occurrence {
  uint32_t item, context;
  struct guards held; /* of callers */
  setid alive, ended, sent, phases;
};

/* The same as it is kept, without what most have in common with the one before. */
struct kept_occurrence {
  uint32_t item, event;
};

/* A creation of THREAD by threads BY while these are alive. */
struct fork_event {
  thread_id thread;
  setid by, alive;
  uint32_t context;
};

struct contexts {
  struct threads *t;
  struct terms *terms;
  VEC (struct context) v; /* from 1 */
  VEC (struct way) ways;
  VEC (struct kept_occurrence) occurrences; /* accesses, and what else has to be looked at */
  VEC (struct occurrence) events;           /* ... what does not depend on the item */
  vec_u32 others;                           /* occurrences of what is no access */
  VEC (struct fork_event) forks;
  setid *descendants; /* by thread: all that it may lead to, itself too */
  setid *own;         /* by thread: those that it creates, or that are left by its descendants */
  setid *met;         /* by thread: those that may run when it begins, and theirs; see beside.c */
  struct map with_descendants; /* set of threads: 1 + set */
  setid parents;               /* threads that create others */
  setid sudden;                /* those of them that begin in the middle of another */
  bool *many;                  /* by thread */
  setid several;               /* those */
  thread_id *creator;          /* by thread: who creates it; 0: nobody */
  setid *creators;             /* by thread: all who do */
  setid *lent;                 /* by thread: locks that its creator holds while it runs; terms */
  setid *held_at_fork;         /* by thread: what is held where it is created, exclusively; terms */
  uint32_t merged;             /* contexts that were too many */
  setid *claims;               /* by thread: terms that its creator holds, each time: see teams.h */
  setid *roots;                /* ... or that of the task that creates it, and so on */
  struct phases phases;
  uint8_t *concerns;    /* by item: 1 + whether signals_concern; 0: not asked yet */
  struct map *concerned; /* the same by effect and locations */
  struct tuples chosen; /* formal and number, in the order of the formals */
  bool alone;           /* main creates no thread, and nobody else calls */
  bool interrupts;      /* that a handler interrupts a thread is as if both ran at the same time */
};

void contexts_find (struct contexts *, struct threads *, struct terms *, bool interrupts);
void contexts_free (struct contexts *);

static inline struct occurrence occurrence_at (const struct contexts *c, uint32_t k)
{
  struct occurrence e = c->events.v[c->occurrences.v[k].event];
  e.item = c->occurrences.v[k].item;
  return e;
}

/* Beside */

/* What matters of an access for whether another may happen at the same time: its thread, which
   others may be alive or have ended, and the phases of its team. */
struct moment {
  thread_id thread;
  setid alive, ended, phases;
};

/* From the forks: who may run beside whom. */
void find_beside (struct contexts *);
/* Whether the thread starts regions that are looked at as regions of the thread only which has
   started its own one. */
bool is_other_team (const struct threads *, thread_id);
/* Whether it starts the region; whether B is a thread that such a one has started. */
bool is_inner_region (const struct threads *, thread_id, funid region);
bool is_inside_team (const struct threads *, thread_id a, thread_id b);
bool contexts_parallel (struct contexts *, struct moment, struct moment);
/* Whether B is a task that who holds HELD has created, and that is not there at that moment. */
bool contexts_has_ended (const struct contexts *, struct moment, setid held, thread_id b);
/* Those that run when the thread begins, and those that are ALIVE at a moment of it, and theirs:
   who is there then, but for entries, handlers, and what these or calls for later lead to. */
setid contexts_beside (struct contexts *, thread_id by, setid alive);
/* Whether B may run while A does, however that came. */
bool runs_beside (const struct contexts *, thread_id a, thread_id b);

/* From the beginnings of one thread. */
struct search {
  struct map last; /* context: 1 + the last way there */
  vec_u32 list;    /* contexts that were found */
  uint32_t next;   /* the first of them that was not left */
  bool begun;
  uint8_t kind; /* of the worst ways that are gone: enum way_kind */
};

/* The ways from the beginnings of threads to contexts, as they are asked for. */
struct routes {
  const struct contexts *c;
  uint32_t *first;                /* by context: into `order' */
  uint32_t *order;                /* ways, by where they come from */
  uint32_t *first_begin, *begins; /* by thread: into ways that begin it */
  struct search *of_thread;
  vec_u32 result;
};

void routes_init (struct routes *, const struct contexts *);
void routes_free (struct routes *);
/* The shortest way of a thread to a context, by sure calls only if there is one: numbers of ways,
   the last call first; the beginning is left out.  Good until the next question. */
const vec_u32 *routes_to (struct routes *, uint32_t context, thread_id);

#endif
