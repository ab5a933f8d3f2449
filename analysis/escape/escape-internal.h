/* Between escape.c, which follows what happens to roots, and the files that find them
   (escape-roots.c, escape-takes.c, escape-joins.c), and tell what instructions do to them
   (escape-stores.c, escape-sources.c). */

#ifndef RACECHECK_ESCAPE_INTERNAL_H
#define RACECHECK_ESCAPE_INTERNAL_H

#include "summaries-internal.h"

enum { MOST_ROOTS = 64, NO_ROOT = MOST_ROOTS };

/* What is no longer owned, and what is only if a formal is; formals whose memory is owned only if
   callers have not stored a pointer to it anywhere; what has been stored in memory of roots: bits
   of roots. */
struct owning {
  uint64_t escaped, tied, found, placed;
};

/* The roots that a value may point to; FOUND: only if a caller has stored a pointer to them, since
   the value was loaded; BEHIND: those that may be stored in memory without a name to which it
   points, and which a callee has put into one of the roots. */
struct pointees {
  uint64_t roots, found, behind;
};

/* Where a value comes from: it is one of these roots, was stored in the memory of one of these or
   is reached from there, or OPEN is found in memory that others may know, or a caller. */
struct provenance {
  uint64_t roots, inside;
  bool open;
};

/* What pointers in some memory lead to, and what is behind that.  FAR: anything, or too much to
   tell; MIXED: some of it may be known by the name of a world only. */
struct behind {
  setid all;
  bool far, mixed;
};

struct escape_walk {
  struct body *d;
  expr_id root[MOST_ROOTS];
  uint32_t n;
  struct map number;           /* by expression: 1 + number */
  struct map of_set;           /* by set of locations: 1 + number in masks */
  struct map behind_set;       /* ... in behind */
  struct map callees_keep;     /* by first call edge and argument: see what_callees_keep */
  VEC (uint64_t) masks;        /* roots that the locations may be in */
  VEC (struct behind) behind;  /* what is behind the locations */
  uint64_t alias[MOST_ROOTS];  /* itself, and roots that may be the same: see escape-joins.c */
  uint64_t inside[MOST_ROOTS]; /* roots that are stored in its memory, at any time */
  uint32_t inner[MOST_ROOTS];  /* ... formals from whose memory something is, by their numbers */
  uint64_t formals;            /* roots that are formals */
  uint64_t known;              /* roots to which a pointer is in memory from the start: what is
                                  taken, thread-local variables */
  uint64_t rest;               /* the root that stands for the arguments behind `...' */
  uint64_t locals_of_thread;   /* roots that are thread-local variables */
  struct provenance *source;   /* by value; NULL until somebody asks */
  struct owning *in;           /* by block */
  struct owning all;           /* anywhere, when `follow' has ended */
  struct summary *summary;
};

static inline uint64_t escape_bit (uint32_t n)
{
  return n == NO_ROOT ? 0 : (uint64_t)1 << n;
}

/* Whether E is memory that the function may have for itself. */
bool escape_is_root (const struct body *, expr_id e);
/* The number of the root that E is in, or NO_ROOT. */
uint32_t escape_root (const struct escape_walk *, expr_id e);
/* ROOTS and all that is stored in them, by now; NULL: at any time. */
uint64_t escape_with_contents (const struct escape_walk *, uint64_t roots,
                               const struct owning *now);
/* POINTS if no expression says what it is. */
struct pointees escape_roots_of (struct escape_walk *, expr_id e, setid points,
                                 const struct owning *now);
/* What pointers in the memory of ADDRESS lead to.  POINTS as before. */
struct behind escape_contents_lead (struct escape_walk *, expr_id address, setid points);
/* The roots to which a function of that summary may find pointers in memory that it makes known:
   what leads to other objects has not been there.  NULL: one of which that is not known. */
uint64_t escape_may_be (struct escape_walk *, const struct summary *);
/* Where the value comes from. */
struct provenance escape_source (struct escape_walk *, expr_id e);
/* The formals among the roots, by their numbers. */
uint32_t escape_formals (const struct escape_walk *, uint64_t roots);
/* Formals from whose memory something is in that of the roots, or of what is stored there. */
uint32_t escape_inner (const struct escape_walk *, uint64_t roots, const struct owning *now);
/* The formal of a function that gets argument I, as bits of formals count them: those behind `...'
   are one.  Not less than 32: nobody knows. */
uint32_t escape_formal (const struct pointers *, funid, uint32_t i);
/* Fills `root' and what leads to it, and the takes of the body. */
void escape_find_roots (struct escape_walk *);
/* Memory that the function takes out of a shared place: it loads the pointer and overwrites it
   there, or takes it out of a list, while one lock is held. */
void escape_find_takes (struct escape_walk *);
/* Adds it, if it is one and there is room. */
void escape_add_root (struct escape_walk *, expr_id e);

/* What happens to roots; NOW NULL: only what is stored where.  A pointer VALUE is stored; the copy
   holds what the original held; an operand becomes known. */
void escape_store (struct escape_walk *, expr_id address, expr_id value, setid points,
                   struct owning *now);
void escape_copy (struct escape_walk *, expr_id to, expr_id from, setid points, struct owning *now);
void escape_operand (struct escape_walk *, const struct operand *, struct owning *now);
/* Whether the operand is a value that never is a pointer: a number, say. */
bool escape_holds_nothing (const struct escape_walk *, const struct operand *);
/* A swap has failed: what was there has come to where it was expected. */
void escape_swapped (struct escape_walk *, const struct rec_call *, struct owning *now);
void escape_va (struct escape_walk *, const struct rec_va *, struct owning *now);
void escape_call (struct escape_walk *, uint32_t record, struct owning *now);
/* The callees return or give memory E that is new here, and have stored in it what they got. */
void escape_filled (struct escape_walk *, uint32_t record, expr_id e, struct owning *now);
/* The function returns or gives the root: what is stored there goes with it. */
void escape_note_filled (const struct escape_walk *, uint32_t root, const struct owning *now,
                         struct summary *);

/* Finds the joins of the body, which are roots, too; and `alias'. */
void escape_find_joins (struct escape_walk *);
/* What is owned on the way from BLOCK, behind the phis of TARGET. */
void escape_enter_joins (const struct escape_walk *, uint32_t block, uint32_t target,
                         struct owning *);
/* What others may know when the function returns, if it comes past RECORD. */
struct owning escape_behind (const struct escape_walk *, uint32_t record);
/* What the function gives to who calls it: `given', `brought_result', and results that are. */
void escape_find_gives (const struct escape_walk *, struct summary *);

/* Where ways come together on which a pointer is null or leads to one root that is made once, that
   root. */
expr_id root_of_phi (const struct body *, expr_id root);

#endif
