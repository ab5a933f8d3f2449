/* Between summaries.c and summaries-keep.c: summaries that are made once more. */

#ifndef RACECHECK_SUMMARIES_KEEP_H
#define RACECHECK_SUMMARIES_KEEP_H

#include "misuse.h"
#include "summaries-internal.h"

struct keeper {
  struct summaries old;  /* of the round before */
  struct bitset touched; /* functions that look at what has changed */
  struct map lost;       /* kind of note, location: what has been noted is not so */
  setid gates;           /* locations of locks that are gates now */
  bool anew;             /* all do */
  bool *changed;         /* by function: for its callers */
  uint32_t *item;        /* by item of the round before: the same one now; 0: none */
  uint32_t *operation;   /* ... by operation */
  uint32_t next;         /* number of the next function */
  struct made from, to;  /* what the one at hand had made */
};

/* Empties S for another round, except for what stays as it is; false: nothing can be kept, and S is
   as it was. */
bool keep_start (struct keeper *, struct summaries *, const struct map *broken);
void keep_nothing (struct keeper *);
/* What is known of variables may have changed, too. */
void keep_variables (struct keeper *, const struct summaries *);
/* Takes the summary of F over; false: it must be made, because it is AGAIN or for other reasons. */
bool keep_function (struct keeper *, struct summaries *, funid f, bool again);
/* F has been summarised again, behind BEFORE. */
void keep_compare (struct keeper *, struct summaries *, funid f, const struct made *before);
void keep_end (struct keeper *);

struct made summaries_made (const struct summaries *);
/* Takes back what was made since BEFORE, when there were N functions that had made something. */
void summaries_cut (struct summaries *, const struct made *before, uint32_t n);
/* Fills what notes say. */
void summaries_apply_notes (struct summaries *);

#endif
