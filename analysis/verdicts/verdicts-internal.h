/* What the files of the verdicts share. */

#ifndef RACECHECK_VERDICTS_INTERNAL_H
#define RACECHECK_VERDICTS_INTERNAL_H

#include "verdicts.h"

/* Two threads that may make a pair of accesses at the same time; 0: none. */
struct meeting {
  thread_id by[2];
  uint32_t because; /* proofs that others do not */
};

/* An access that dominates later ones, and the next one of its group. */
struct dominant {
  struct access_class class;
  uint32_t next;
};

/* The access at hand, as it is to some of its locations. */
struct view {
  int32_t shift;
  bool unseen;
  uint64_t domains; /* see domains_class */
  uint32_t content; /* all that it says, as a number of `contents' */
  struct access_class class;
};

/* What the access at hand makes of a list of classes. */
struct extension {
  uint32_t touch; /* which access that is */
  uint32_t view;
  uint32_t first;
};

/* Whether a class dominates what was asked for last. */
struct answer {
  uint32_t asked_by; /* content */
  bool dominates;
};

/* A class of the list at hand, as far as the cost of its pairs goes; those of one price are a run.
 */
struct priced {
  uint64_t price, order;
  uint32_t at; /* in the list */
};

struct run {
  uint32_t first, end;
};

/* A class of the list at hand, and one of the reasons by which it may meet others. */
struct met_class {
  uint64_t key;
  uint32_t at; /* in `priced' */
};

/* ... and the bytes that it is to, exactly. */
struct placed_class {
  uint32_t length; /* these are not more than this power of two, but more than half of it */
  int64_t from;
  uint32_t at; /* in `priced' */
};

/* See verdicts-apart.c. */
struct apart {
  bool used;                        /* it is known which classes may meet by their threads */
  bool slots;                       /* some are of loops that are divided */
  bool by_place;                    /* ... by the bytes that they are to */
  bool elements;                    /* two of them may be to other bytes, exactly */
  uint32_t plain;                   /* how many are made by one thread each */
  VEC (struct met_class) v;         /* by key, and where they are */
  VEC (struct placed_class) placed; /* by length, and where these begin */
  VEC (struct run) lengths;         /* ... of one length */
  vec_u32 vague;                    /* those that are not there */
  VEC (struct run) near;            /* of `placed', what the class that is asked for may meet */
  VEC (struct run) parts;           /* of these, what the class that is asked for may meet */
  vec_u32 met;                      /* ... in one list */
};

struct judge {
  struct verdicts *r;
  struct contexts *c;
  struct summaries *s;
  struct terms *terms;
  struct tuples groups;           /* group of cells, mode */
  vec_u32 count;                  /* by group: how many are in dominant, or would be */
  struct tuples seen;             /* all that makes a class, and the set of locations */
  vec_u32 first;                  /* by group: into dominant */
  VEC (struct dominant) dominant; /* from 1 */
  setid several;         /* threads that run beside themselves, created or called from outside */
  struct tuples moments; /* when accesses happen, and by whom: see moment_id */
  struct map meetings;   /* two of these: 1 + number in `met' */
  vec_u32 by_a, by_b;    /* threads of the pair at hand */
  VEC (struct meeting) met;
  struct map *broken;
  bool breaks_takes;                /* some of it are takes */
  struct bitset droppers;           /* threads that drop references */
  struct bitset indexed;            /* locations from which pointers are taken by their index */
  struct bitset lost;               /* locations that have a race already */
  struct bitset changed, set_first; /* see verdicts-near.c, if that has been asked */
  bool knows_changed;
  uint32_t *group;    /* by item: 1 + its group of cells */
  uint32_t *event;    /* by event of the contexts: when and by whom, as a number of `events' */
  vec_u32 last_event; /* by kind: that of the last occurrence with it */
  uint32_t *kind;     /* ... what of it makes a class, as a number of `kinds'; 0: not asked yet */
  struct tuples kinds, events; /* what makes a class: of the item; of when and by whom */
  struct map gathered;         /* two of these that have been looked at */
  uint32_t
      *group_end;     /* by group: into cells.parts; those of which nothing is left are taken out */
  uint32_t *part_end; /* by part: into cells.v; those that are lost are taken out */
  uint32_t last_view; /* of the access at hand */
  VEC (struct view) views;              /* of the access at hand */
  struct map view_by_key;               /* ... 1 + number */
  VEC (struct extension) last_extended; /* by first node */
  struct map
      extended;     /* of the access at hand, earlier ones: first node and view: new first node */
  uint32_t touches; /* accesses at hand so far */
  struct tuples contents;      /* what classes say: see content_of */
  vec_u32 class_of_content;    /* 0: there is none yet */
  VEC (struct answer) answers; /* by class */
  vec_u32 list;                /* classes of the location at hand */
  VEC (struct priced) priced;  /* ... by price, and where they stand in the source */
  VEC (struct run) runs;       /* ... */
  vec_u32 firsts;              /* of these, those that may come first in the pair to show */
  uint32_t because;          /* why the last pair that was asked for is apart: set of enum proof */
  struct map guards;         /* by term: proofs */
  struct tuples sources;     /* locations, guards */
  struct map source_by_item; /* 1 + source without what callers hold */
  setid taken_from;          /* places out of which pointers are taken */
  struct map copied_into;    /* place: others in which what is found there is put, too */
  struct map moved_into;     /* place: others in which what is found, or was taken, there is put */
  struct map
      *left_out; /* thread and who looks, tests around a join: 1 no, 2 yes: verdicts-reaped.c */
  vec_u32 lent;  /* threads whose creators hold locks for them */
  struct apart apart; /* of the location at hand */
};
static inline bool mode_writes (uint8_t mode)
{
  return mode != MODE_READ && mode != MODE_ATOMIC_READ;
}

static inline bool mode_is_atomic (uint8_t mode)
{
  return mode == MODE_ATOMIC_READ || mode == MODE_ATOMIC_WRITE;
}

/* Classes */

/* All accesses, those with fewer locks first, which dominate most others. */
void gather_accesses (struct judge *);
/* The class of an occurrence, as far as it does not depend on the location. */
struct access_class class_of (struct judge *, uint32_t occurrence);
/* The function that has a variable, or makes memory, which an access has for its frame; 0: none. */
funid frame_function (const struct judge *, expr_id frame);
/* Whether its pointer may lead to too much; whether it may be to other memory than one that exists
   once. */
bool access_is_merged (const struct judge *, uint32_t occurrence);
bool access_is_guess (const struct judge *, const struct item *);
/* What is held at an occurrence, seen from a location of OBJECT that is SHIFT behind its first
 * byte. */
/* Whether the access is in a region that another thread of an outer region, or team of a league,
   starts than the one whose regions are looked at: what constructs of the inner one say does not
   hold between these. */
bool is_across (const struct judge *, const struct occurrence *);
/* What is held across them: not what constructs give to one thread of each. */
struct guards without_claims (const struct judge *, const struct occurrence *, struct guards held);
/* Whether each of these has the memory for itself: a variable of what only they execute. */
bool is_of_team (const struct judge *, const struct item *);
struct guards guards_at (struct judge *, uint32_t occurrence, int32_t shift, object_id);
/* GUARDS without locks behind pointers that may change. */
struct guards without_changing (struct judge *, const struct occurrence *, struct guards,
                                int32_t shift, object_id);

/* Pairs */

/* The terms that exclude one of the two while the other is there. */
setid shared_guards (const struct judge *, const struct access_class *,
                     const struct access_class *);
bool share_guard (const struct judge *, const struct access_class *, const struct access_class *);
/* Whether A is done to what a thread like BY, that makes B, is then created with. */
bool prepares (const struct judge *, const struct access_class *a, const struct access_class *b,
               thread_id by);
/* Whether A is done by a thread to an object when the thread has been joined whose handle is in
   there, or none was created with it, and B by such a thread, BY, to its own. */
bool is_reaped (const struct judge *, const struct access_class *a, thread_id by_a,
                const struct access_class *b, thread_id by);
/* Whether one of them writes, and both mean what is there in the same way. */
bool are_rivals (const struct judge *, const struct access_class *, const struct access_class *);
/* Whether the accesses may be to the same memory, whoever makes them, and one writes. */
bool conflict (struct judge *, const struct access_class *, const struct access_class *);
/* Equal for accesses that meet the same others; what of a class says so, as a number. */
uint32_t moment_id (struct judge *, const struct access_class *);
/* Whether each is made by one thread, and these do not run at the same time, which most pairs of a
   large program come to; adds what shows that to PROOFS.  False, too, if the memory would have to
   be looked at to say what does. */
bool never_meet (const struct judge *, const struct access_class *, const struct access_class *,
                 uint32_t *proofs);
/* Whether two threads, BY, may make the accesses at the same time; different ones if there are
 * such. */
bool may_meet (struct judge *, const struct access_class *, const struct access_class *,
               thread_id by[2]);

/* The classes that are priced are compared now.  The proofs that those to other bytes are apart by,
   which apart_find_met leaves out. */
uint32_t apart_start (struct judge *);
/* Lists in d->apart.met which of those from FIRST to END the one at AT may meet; false: all of them
   have to be looked at, since the others may add to PROOFS. */
bool apart_find_met (struct judge *, uint32_t at, uint32_t first, uint32_t end, uint32_t proofs);
void apart_free (struct apart *);

/* Moves: memory that goes from hand to hand */

/* Where the pointer that an access uses was found, and what has been held since; 0: unknown. */
uint32_t source_of (struct judge *, uint32_t occurrence);
/* The same as far as it depends on the item. */
uint32_t source_of_item (struct judge *, uint32_t item);
/* Whether the two accesses found their memory in places that cannot have the same. */
bool are_moved_apart (const struct judge *, const struct access_class *,
                      const struct access_class *);
/* Withdraws sources that may change meanwhile, and takes of what may be known elsewhere. */
void check_moves (struct judge *);

/* Obligations: what does not hold is added to `broken'.  Those from the invariants on need the
   verdicts. */

void check_reuses (struct judge *);
void check_claims (struct judge *);
void check_invariants (struct judge *);
void check_counters (struct judge *);
bool has_gates (const struct judge *);
void check_gates (struct judge *);

#endif
