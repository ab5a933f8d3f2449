/* Kept: parts of array elements and of allocated objects that are only ever set to constants, in
   whatever element or object, have one of these, or what they start with.  Which one an element has
   is not known, nor when: only that others are never found. */

#ifndef RACECHECK_KEPT_H
#define RACECHECK_KEPT_H

#include "summaries.h"

void kept_find (struct summaries *);
void kept_free (struct summaries *);
/* The values that a load of BYTES from one of the locations may find, at most MOST_VALUES; 0: they
   are not known. */
uint32_t kept_at (const struct summaries *, setid where, uint64_t bytes, int64_t *values);

#endif
