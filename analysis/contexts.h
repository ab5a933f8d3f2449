/* Contexts: top-down, in which threads a function runs, which locks its callers hold, and which
   threads may be alive meanwhile.  A context that came through a call which brought the callee's
   summary to the caller sees only the settled items of the callee; others see all of them. */

#ifndef RACECHECK_CONTEXTS_H
#define RACECHECK_CONTEXTS_H

#include "terms.h"
#include "threads.h"

struct context {
  funid f;
  thread_id thread;
  bool opaque; /* not through an instantiated call */
  struct guards held;
  setid alive, ended;    /* in threads.sets */
  setid sent;            /* signals that callers may have sent: terms */
  uint32_t from, record; /* the context and instruction that called; 0: the start of the thread */
};

/* An item in a context: something that happens. */
struct occurrence {
  uint32_t item, context;
  struct guards held; /* of callers */
  setid alive, ended, sent;
};

struct contexts {
  struct threads *t;
  struct terms *terms;
  VEC (struct context) v;              /* from 1 */
  VEC (struct occurrence) occurrences; /* accesses and reuses */
  struct bitset *descendants;          /* by thread: all that it may lead to, itself too */
  struct bitset *beside; /* by thread: those that may run while it does, however that came */
  bool *many;            /* by thread */
  uint32_t *parent;      /* by thread: a context in which it is created */
  setid *lent;           /* by thread: locks that its creator holds while it runs; terms */
  setid *creators;       /* by thread: threads */
  setid *held_at_fork;   /* by thread: what is held where it is created, exclusively; terms */
  bool *only_parent;     /* by thread: by that thread only */
  uint32_t merged;       /* contexts that were too many */
};

void contexts_find (struct contexts *, struct threads *, struct terms *);
void contexts_free (struct contexts *);
/* What matters of an access for whether another may happen at the same time: its thread, and which
   others may be alive or have ended. */
struct moment {
  thread_id thread;
  setid alive, ended;
};

bool contexts_parallel (const struct contexts *, struct moment, struct moment);

#endif
