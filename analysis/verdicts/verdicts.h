/* Verdicts: for each location that several threads may touch, why its accesses cannot race, or
   which of them do.  Accesses are grouped into classes that behave alike; a location is judged by
   the intersection of their guards, and pair by pair only if that is empty. */

#ifndef RACECHECK_VERDICTS_H
#define RACECHECK_VERDICTS_H

#include "cells.h"
#include "contexts.h"
#include "rounds.h"
#include "domains.h"
#include "hiding.h"
#include "signals.h"

enum verdict_kind {
  VERDICT_RACE,
  VERDICT_GUARDED,   /* `term' is held at all accesses that conflict */
  VERDICT_LOCKED,    /* each pair has a lock in common, but not all the same */
  VERDICT_ATOMIC,    /* those that may meet are atomic */
  VERDICT_ORDERED,   /* no two that conflict run at the same time */
  VERDICT_PRIVATE,   /* only one thread touches it */
  VERDICT_READ_ONLY, /* once it is shared */
  VERDICT_UNDECIDED, /* the analysis was stopped */
  N_VERDICTS
};

enum named { NAMED_NOT, NAMED_READ, NAMED_WRITTEN };

/* Accesses that behave alike, at all locations that are touched alike by them. */
struct access_class {
  uint32_t event; /* one of them */
  uint8_t mode;   /* enum effect_mode */
  uint8_t role;   /* enum effect_role */
  setid threads;  /* that make it; in threads.sets */
  setid sure;     /* see contexts.h */
  setid told;     /* ... */
  setid alive, ended, phases;
  struct guards held;
  setid sent;      /* signals */
  uint32_t round;  /* see rounds.h */
  uint32_t moment; /* all that says whom it meets; 0: not asked for yet; see moment_id */
  bool exact;      /* the access is at `at' of the object, exactly: */
  int64_t at;
  uint64_t bytes;         /* and so long */
  expr_id mine;           /* as the item has it */
  expr_id owner;          /* ... or, with `mine' too, what the memory is reached from */
  setid owners;           /* ... if the domains of these are apart, */
  bool certain;           /* ... or what they are given, and it is certain */
  uint32_t before, after; /* ... */
  uint32_t reaped;        /* ... */
  uint32_t slot;          /* ... */
  expr_id base;           /* ... where that begins */
  uint32_t source;        /* see verdicts-moves.c */
  expr_id fresh;          /* the memory, if it is what one execution of an allocation has made */
  bool local;     /* of the thread's own, by its name: no other thread means the same by it */
  expr_id frame;  /* a variable of the call in which this is done, or whose thread does it */
  setid born;     /* threads that this call has created, and that may run */
  uint8_t named;  /* enum named: whether it is what the task has named to wait for */
  uint32_t locks; /* how many are held */
  uint64_t order; /* where it stands in the source, for choices that should not depend on chance */
  uint8_t hidden; /* enum hidden */
  bool merged;    /* its pointer may lead to anything in the pool */
  bool unseen;    /* it may be to this memory only as code without facts may have it: see cells.h */
  bool guess;     /* it may be to other memory */
  bool taken;     /* its pointer was taken out of a place, but others may know the memory */
};

/* The classes of a location are a list.  Lists that end alike share their ends. */
struct class_node {
  uint32_t next, class;
};

struct verdict {
  loc_id loc;
  uint8_t kind;          /* enum verdict_kind */
  uint32_t term;         /* GUARDED: which */
  uint32_t proofs;       /* that it rests on: set of enum proof */
  uint32_t first, other; /* RACE: classes; the one with fewer locks first */
  thread_id first_thread, other_thread;
};

struct verdicts {
  struct contexts *c;
  struct hiding *hiding; /* NULL: nothing is hidden */
  struct signals signals;
  struct rounds rounds;
  struct domains domains;
  VEC (struct access_class) classes; /* from 1 */
  VEC (struct class_node) nodes;     /* from 1 */
  struct cells cells;
  uint32_t *first_node;   /* by location that stands for others; 0: none */
  VEC (struct verdict) v; /* by location, ascending */
  uint32_t count[N_VERDICTS];
  uint32_t rest_on[N_PROOFS]; /* how many verdicts do */
  uint64_t pairs;             /* of classes that were compared */
  bool again; /* the stages from the summaries on must be repeated: not all is judged */
};

/* Adds to BROKEN the loads that may change between what counts as one.  Accesses that HIDING, which
   may be NULL, hides are chosen to show a race only if no others do. */
void verdicts_find (struct verdicts *, struct contexts *, struct map *broken, struct hiding *);
/* The analysis was stopped: whatever is not a race is not decided. */
void verdicts_doubt (struct verdicts *);
void verdicts_free (struct verdicts *);

/* The access itself, behind all calls that lead to it. */
const struct item *innermost (const struct summaries *, uint32_t item);
/* The first node of the list of a location; 0: none. */
uint32_t verdicts_list (const struct verdicts *, loc_id);
static inline uint32_t verdicts_next (const struct verdicts *r, uint32_t node)
{
  return r->nodes.v[node].next;
}
static inline const struct access_class *verdicts_class (const struct verdicts *r, uint32_t node)
{
  return &r->classes.v[r->nodes.v[node].class];
}
const struct effect *event_effect (const struct verdicts *, uint32_t event);

#endif
