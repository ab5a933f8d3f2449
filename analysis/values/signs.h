/* Signs: memory that holds numbers which some read or write as signed ones, others as unsigned ones
   of the same size: by a union, or a pointer that was cast.  There two loads are not equal,
   although they find the same bits, and what was stored is not what is loaded. */

#ifndef RACECHECK_SIGNS_H
#define RACECHECK_SIGNS_H

#include "effects.h"

enum sign { SIGN_NONE, SIGN_SIGNED, SIGN_UNSIGNED, N_SIGNS };

/* All zero has not been asked for. */
struct signs {
  bool known;
  struct bitset seen[N_SIGNS]; /* location and size, see signs.c: it is used as such a number */
  struct bitset both;          /* ... as both */
  struct map sets;             /* set of locations, size: 1 + whether one of them is such a one */
};

void signs_find (struct signs *, const struct pointers *, const struct effects *);
/* Whether a number of so many bytes at the location, where START is first, is such a one. */
bool sign_is_unknown (const struct signs *, loc_id, uint64_t bytes, int64_t start);
/* The same at one of the locations. */
bool signs_are_unknown (struct signs *, const struct pointers *, setid, uint64_t bytes);
void signs_free (struct signs *);

#endif
