/* What the files that find the contexts share. */

#ifndef RACECHECK_CONTEXTS_INTERNAL_H
#define RACECHECK_CONTEXTS_INTERNAL_H

#include "contexts.h"
#include "modes.h"
#include "worklist.h"

/* Threads that are to run in a context too. */
struct arrival {
  setid threads, sure, told;
  uint32_t next;
};

/* Contexts that wait for their turn in lines, callers first: by component of the call graph, and
   where functions call each other those before that are nearer to where threads begin.  What has
   changed there is known before it is told to all that lead on from there; and of the contexts of a
   function, of which the first ones are kept, those that few calls lead to are. */
struct agenda {
  uint32_t *line; /* by function */
  struct ranklist lines;
  uint32_t *first, *last; /* by line: contexts */
  vec_u32 next;           /* by context; itself: it is the last; 0: it does not wait */
};

/* What of a call edge does not depend on the context. */
struct edge_facts {
  const struct rec_call *plain; /* see plain_call */
  bool opaque;                  /* it does not bring the summary of the callee to the caller */
  bool sure;                    /* of nothing else */
  bool region;                  /* see enter_region */
  bool fails;                   /* it ends the program with a status that is not 0 */
};

/* The same of a call point. */
struct point_facts {
  bool known;
  struct guards held; /* by the function itself */
  setid sent;
  struct threads_change change;
};

/* Ways by which the calls of a context lead to others, found when it was told. */
struct left_by {
  uint32_t first, end;
  bool all; /* they lead the same ways whatever threads come, and it is still the same context */
};

/* What changes up to an item. */
struct item_change {
  struct threads_change c;
  bool known;
  bool depends; /* on who was alive before: c is none */
};

/* What of an item is asked for in each context. */
struct item_facts {
  funid function;
  uint32_t record; /* of the function, or of the start of the thread whose item it is */
  setid released;
  bool is_event;   /* an access, or something else that verdicts look at */
  bool is_access;  /* ... the first */
  bool spans;      /* a reuse, of what was loaded before others may have run */
  bool open;       /* as of the item */
  bool of_formals; /* see is_about_formals */
  bool alone;      /* see item_is_alone */
};

/* What was found last: most items of a function happen when nothing has changed since. */
struct last_moment {
  setid from[2]; /* alive, ended */
  struct threads_change c;
  setid alive, ended;
};
struct last_holds {
  uint32_t context; /* 0: none */
  funid f;
  setid released;
  struct guards held;
  setid sent;
};

struct context_finder {
  struct contexts *c;
  struct threads *t;
  struct summaries *s;
  struct terms *terms;
  struct tuples known;          /* all of a context but the threads */
  vec_u32 number;               /* by number in that: the context; 0: it was merged */
  struct map stands;            /* number in that, threads: the context that it was merged with */
  struct map target_sets;       /* function, record: 1 + set of those called */
  struct map deferred_sets;     /* locations, call item: the same of a call of what is there */
  struct bitset skipped;        /* contexts of which not all ways were kept: see is_entered */
  struct tuples entered_sets;   /* such a set and all of a context */
  struct tuples entered_worlds; /* world, threads, alive */
  struct tuples alike;          /* all but the signals */
  struct tuples same;           /* ... of which one stands for all, when there are many */
  vec_u32 first_alike;          /* by number in that: the first context */
  struct map merged;        /* function, threads and opacity: the context that stands for many */
  uint32_t *count;          /* by function */
  bool *matters;            /* by function: has settled items, or calls what has */
  bool *exits;              /* by function: some call of it may end the program */
  struct item_facts *items; /* by item */
  uint32_t *begins;         /* items that begin threads or call what comes from formals */
  uint32_t *first_begin;    /* by item: into those, the first from it on */
  struct agenda agenda;
  vec_u32 arrived;               /* by context: the newest arrival */
  VEC (struct arrival) arrivals; /* from 1 */
  struct bitset told;            /* contexts whose ways are known */
  VEC (struct left_by) left;     /* by context */
  vec_u32 entered_as;            /* by way: number in `known' */
  struct edge_facts *edges;      /* by call edge */
  struct point_facts *points;    /* by call point */
  struct bitset gathered;
  vec_u32 elements;
  uint32_t *first_world_call; /* by function, into world_calls */
  uint32_t *world_calls;      /* of pointers, by caller */
  bool lost_world[N_WORLDS];  /* see world_is_lost */
  vec_u32 world_functions[N_WORLDS];
  setid outside_left; /* threads that calls by unseen code may have left */
  vec_u32 destructors;
  vec_u32 later;              /* threads of what is called when the program ends */
  struct tuples ends;         /* threads, alive: they have ended the program so */
  setid last_threads, last_alive; /* ... of all others, when these are many */
  bool ends_left;             /* ... who have not been entered yet */
  vec_u32 path;
  struct item_change *changes; /* by item */
  struct last_moment last_moment;
  struct last_holds last_holds;
  bool *two_creators; /* by thread */
  struct modes modes;
  uint32_t *steered;  /* by function: formals that decide what happens in it, as bits */
  uint32_t *handed;   /* by function: formals of which it matters that nobody else knows them */
  bool **alone;       /* by function and record: see find_alone; NULL: none of it */
  struct arena *arena;
};
/* The agenda */

void init_agenda (struct context_finder *, struct arena *);
bool next_on_agenda (struct context_finder *, uint32_t *context);
/* Lets the threads in that have arrived, all at once. */
void admit (struct context_finder *, uint32_t context);
/* FROM a context at RECORD, by a call that can be of nothing else if SURE. */
void enter (struct context_finder *, struct context, uint32_t from, uint32_t record, enum way_kind);
/* How its calls lead to others; and more threads go one of these ways. */
struct left_by *left_by (struct context_finder *, uint32_t context);
void enter_again (struct context_finder *, const struct context *from, uint32_t way);
/* The threads begin there. */
void enter_first (struct context_finder *, struct context);

/* Items */

struct guards join_guards (struct terms *, struct guards, struct guards);
/* Who may be alive, and who has ended, when what has been CHANGEd so far is. */
void change_threads (struct sets *, const struct threads_change *, setid *alive, setid *ended);
/* Finds `items' and `begins'. */
void find_item_facts (struct context_finder *, struct arena *);
/* Calls and threads that begin, creations, accesses: the latter two when all contexts are known. */
void note_items (struct context_finder *, uint32_t context);
void note_creations (struct context_finder *, uint32_t context);
void note_events (struct context_finder *, uint32_t context);
/* A call that executes a region: the callee runs in this thread too, as one of the team. */
bool is_region_call (const struct context_finder *, funid caller, uint32_t record);
void enter_region (struct context_finder *, funid caller, uint32_t record, struct context *to);

/* Chosen */

void find_steered (struct context_finder *, struct arena *);
/* What the callee of a call from a context is given. */
uint32_t chosen_at (struct context_finder *, const struct context *, const struct call_edge *);
/* Whether the numbers that X is given say that what has these facts does not happen. */
bool is_not_chosen (const struct context_finder *, const struct context *x, setid facts);
/* What is chosen where the thread begins, and where X calls F, by the modes; whether the threads of
   X do not come to the record, or to what ITEM is in its function and those that it calls: see
   modes.h. */
uint32_t chosen_by_thread (struct context_finder *, thread_id);
uint32_t chosen_mode (struct context_finder *, const struct context *x, funid f);
bool is_other_mode (struct context_finder *, const struct context *x, uint32_t record);
bool is_item_of_other_mode (struct context_finder *, const struct context *x, uint32_t item);
/* The call that gives its arguments to the callees as they are; NULL: a library calls them. */
const struct rec_call *plain_call (const struct pointers *, funid caller, uint32_t record);
const struct edge_facts *edge_facts (const struct context_finder *, const struct call_edge *);
/* Finds `handed'. */
void find_handed (struct context_finder *, struct arena *);
/* What the callee is given at the call point in X that nobody else knows, as far as it matters. */
uint32_t handed_at (const struct context_finder *, const struct context *x,
                    const struct call_point *, const struct call_edge *);
/* Whether it depends on the callers whether others know the memory that the item is about; whether
   nobody else does in X. */
bool is_about_formals (const struct item *);
bool is_of_handed (const struct context *x, const struct item *);
/* The function that the item, a call of a formal, is of in X; 0: not known. */
funid chosen_function (const struct context_finder *, const struct context *x, const struct item *);

/* Finds `alone': what is executed only while no thread but main's exists. */
void find_alone (struct context_finder *, struct arena *);
static inline bool is_alone_at (const struct context_finder *d, funid f, uint32_t record)
{
  return d->alone[f] && d->alone[f][record];
}
/* Those of THREADS that may come there. */
setid first_threads (const struct context_finder *, setid threads);
/* Whether the item happens there, or in a call there. */
bool item_is_alone (const struct context_finder *, uint32_t item);
/* If ALONE: takes the threads out of X that do not come there, while nobody else is alive.  False:
   nobody comes. */
bool comes_alone (const struct context_finder *, bool alone, struct context *x);

/* Calls */

/* Finds `edges'. */
void find_edges (struct context_finder *, struct arena *);
/* Finds `fails' of these. */
void find_failures (struct context_finder *, struct arena *);
void enter_callees (struct context_finder *, uint32_t context);
/* Whether all TARGETS, which are many, have been entered like this from another call with the same
   targets, by contexts of that CHOSEN: tables of functions are called from many places. */
bool is_entered (struct context_finder *, uint32_t from, const struct context *to, setid targets,
                 uint32_t chosen);
enum { MANY_TARGETS = 8 };
void index_worlds (struct context_finder *, struct arena *);
/* Calls into a world lead to all its functions. */
void enter_worlds (struct context_finder *, uint32_t context);
/* What is called when the program ends, by the thread that ends it: at once, or when all else is
   known, where many do. */
void index_last (struct context_finder *);
void enter_last (struct context_finder *, setid threads, setid alive);
bool enter_left (struct context_finder *);

#endif
