/* Terms: a held lock as a function of the accessed address.  Two accesses of one location that have
   a term in common, one of them exclusively, cannot happen at the same time. */

#ifndef RACECHECK_TERMS_H
#define RACECHECK_TERMS_H

#include "once.h"
#include "slots.h"
#include "summaries.h"

struct domains;
struct links;

enum term_kind {
  TERM_ABS,    /* a: object, d: offset; a lock that exists once */
  TERM_BEHIND, /* a: object, d: offset of a pointer that is always the same; the lock is so many
                  bytes behind what it points to */
  TERM_SELF,   /* d: from the access to the lock, which lies in the same object */
  TERM_NEAR,   /* d: from the access to a pointer in the same object; the lock is so many bytes
                  behind what it points to.  Only if that stays: see verdicts-near.c */
  TERM_SEEN,   /* a: object, d: offset; no lock: a signal that has been seen, see signals.h */
  TERM_UNSET,  /* a: object, d: offset; a flag that has been found not to be set, see signals.h */
  TERM_LAST,   /* d: from the access to the count of references, in the same object, whose last one
                  was dropped */
  TERM_TICKET, /* a: counter; the number of the accessed element was drawn from it */
  TERM_INDEX, /* a: object of locks; the element whose number is computed from that of the access */
  TERM_OWNER, /* a: set of locations in owners, d: a term of kind INDEX, or 0; the lock in the
                 owner, or of its index, from which the accessed memory is reached: see domains.h */
  TERM_CLAIM, /* a: function, d: record; no lock: what one thread of a team has, see teams.h */
  TERM_END    /* no lock: what the thread has that ends the program */
};

struct term {
  uint8_t kind; /* enum term_kind */
  uint32_t a;
  int64_t d;
  uint8_t code; /* SEEN: which, enum signal of those that are sent */
  int64_t count;
};

struct guards {
  setid any, exclusive; /* terms; exclusive is part of any */
};

struct children;

/* What function F has sent that has released that. */
struct terms_sent {
  funid f;
  setid released, sent;
};

struct terms {
  struct summaries *s;
  struct once once;
  struct sets sets;
  struct tuples ids;
  struct map lock, function;      /* by term: a lock that it stands for, and where, for names */
  bool has_teams;                 /* there are teams of OpenMP */
  struct bitset apart;            /* functions that several of them may execute at a time */
  bool no_signals;                /* none are kept; else those that order something: */
  struct bitset useful;           /* by term of what is sent; see signals_find_useful */
  uint32_t sent_any;              /* in a set of signals sent: nobody knows which */
  uint32_t dropped;               /* ... some reference may have been dropped */
  const struct children *at_exit; /* of threads.h, when that is known */
  struct bitset counters;         /* locations that terms of kind TICKET are about */
  struct slots slots;             /* ... numbers that threads keep */
  bool interrupted;               /* handlers run beside the thread that they interrupt */
  struct links *links;            /* see terms_links */
  /* What has been found: terms-elements.c, terms-memo.c. */
  struct tuples stays;              /* locations, bytes, steps of the address */
  VEC (bool) stay;                  /* ... an access stays in one element, by number from 0 */
  vec_u32 first_around;             /* by location: 1 + number in `around' */
  VEC (struct array_around) around; /* up to one without elements each */
  vec_u32 by_item;                  /* 1 + number in `known', at shift 0 */
  struct map by_shift;              /* item and shift: the same */
  struct map by_holds;              /* function, holds: the same */
  struct map by_released;           /* function, what is released: 1 + set of signals */
  struct terms_sent last_sent;      /* that was found */
  struct tuples found_known;        /* function, record, address of accesses that others may know */
  uint32_t n_found;                 /* so many items have been looked at for that */
  struct map touching;              /* two sets of locations: whether they share an object */
  struct tuples without;            /* guards, function, what is released */
  VEC (struct guards) kept;         /* ... what is left of them, by number from 0 */
  VEC (struct guards) known;
};

void terms_init (struct terms *, struct summaries *);
void terms_free (struct terms *);
struct term term_get (const struct terms *, uint32_t term);
/* A lock that exists once: its term, or 0. */
uint32_t term_of_lock (struct terms *, funid f, expr_id lock);
/* The term of a place, and of the signal at an address; 0: it is not one place. */
uint32_t term_at (struct terms *, enum term_kind, object_id, int64_t offset);
uint32_t term_of_end (struct terms *);
/* The term of a signal that is sent, by its code; and of one that has been seen so often. */
uint32_t term_sent (struct terms *, enum signal, object_id, int64_t offset);
uint32_t term_of_signal (struct terms *, funid f, expr_id address, enum signal, int64_t count);
uint32_t term_passed (struct terms *, object_id, int64_t offset);
/* Any signal may have been sent; nothing if that does not matter. */
setid terms_sent_any (struct terms *);
/* The signals that RELEASED of function F tells of. */
setid terms_sent (struct terms *, funid f, setid released);
/* What the locks held at an item mean to SHIFT bytes behind the start of its access. */
struct guards terms_of_item (struct terms *, uint32_t item, int64_t shift);
/* What the locks that are held at an item since its pointer was found mean to where that was. */
struct guards terms_of_source (struct terms *, uint32_t item);
/* What HELD at an item means to a place there. */
struct guards terms_of_place (struct terms *, const struct item *, expr_id at, setid held);
/* Those of a set of holds that mean something to everybody. */
struct guards terms_of_holds (struct terms *, funid f, setid held);
/* Whether who executes F at a time is of one team of OpenMP: what its constructs say holds. */
bool terms_in_team (const struct terms *, funid f);
/* GUARDS without those that RELEASED of function F may be. */
struct guards terms_without (struct terms *, struct guards, funid f, setid released);
/* Another choice of signals is kept from now on. */
void terms_forget (struct terms *);
/* What a term proves by, a set of enum proof: also that its lock is a word or a mark. */
uint32_t term_proofs (const struct terms *, uint32_t term);
/* Whether the term is a lock, and not something else that excludes or orders. */
bool term_is_lock (const struct terms *, uint32_t term);
/* What GUARDS mean to memory of OBJECT. */
struct guards terms_in_object (struct terms *, const struct domains *, struct guards, object_id);
/* Where new memory is given to; found when it is asked for, behind the threads. */
const struct links *terms_links (struct terms *);
/* The arrays that a lock is in; those of small things are a part of it. */
uint32_t arrays_of_lock (const struct objects *, loc_id, struct array_around *);
/* Whether the object exists once, and is one place for all threads. */
bool object_is_unique (struct terms *, object_id);

/* The element with that number, plus a constant, of an array, if the access stays inside of an
   array in there, whatever its index is; 0: it may be elsewhere. */
expr_id in_numbered_element (struct terms *, const struct item *, expr_id counter);

#endif
