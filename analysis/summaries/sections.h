/* Sections: which elements of an array a loop touches, from the first to the last, in terms of the
   formals; and whether threads that differ in a number touch different ones. */

#ifndef RACECHECK_SECTIONS_H
#define RACECHECK_SECTIONS_H

#include "loops.h"
#include "terms.h"

/* In the expressions of an ACCESS: its address at the first and at the last element that the loops
   around it come to; and, if one of the loops leaves elements out, the bytes by which that goes on,
   as a number or an index from 0, and the last element of its first round.  If the bytes are no
   constant, the last element of all is not known.  If `behind_section' is not 0, they are those of
   the pointer from which what is accessed was reached, by as many loads. */
enum { SECTION_STEP = 3, SECTION_LOW, SECTION_HIGH, SECTION_RUN = 7 };

/* Finds the section of an access to as many bytes as the arguments of a function say. */
void sections_measure (struct body *, struct item *access, const struct effect *);
/* Finds the section of an access of the function itself, where FACTS hold. */
void sections_find (struct body *, struct item *access, setid facts);
/* Whether the access, of *BYTES bytes, stays in one part of an object: from *AT on, *BYTES long. */
bool sections_extent (const struct exprs *, const struct item *access, int64_t *at,
                      uint64_t *bytes);

/* Addresses that must hold the same number for all threads. */
enum { MOST_SECTION_LOADS = 4 };
struct section_loads {
  expr_id at[MOST_SECTION_LOADS];
  uint32_t n;
};

/* What the thread that FORK creates has for itself of the memory that the access of BYTES bytes
   touches, in terms of its creator; 0: others like it may touch the same. */
expr_id sections_own (struct terms *, const struct item *fork, const struct item *access,
                      uint64_t bytes, struct section_loads *);
/* How far the numbers lie apart that a loop gives to its threads, at least: what it adds in each
   round. */
int64_t sections_step (const struct summaries *, const struct item *fork);

#endif
