/* Footprints: which elements of an array an access of an OpenMP region touches, as linear functions
   of what its thread counts, and whether two accesses of different threads can touch the same.

   The number of an iteration that a construct shares out, or of the thread in its team, differs for
   two threads; numbers that loops count are between their bounds, and whatever all threads have in
   common is a symbol.  Two accesses meet if their elements are equal in all dimensions. */

#ifndef RACECHECK_FOOTPRINTS_H
#define RACECHECK_FOOTPRINTS_H

#include "summaries-internal.h"

/* In the expressions of an ACCESS: where the array begins. */
enum { FOOTPRINT_BASE = 6 };

/* The footprint of an access of BYTES bytes at the record, as number in summaries.slots; 0: nothing
   is known.  ADDR is what the instruction says of the address, or NULL.  *BASE: where the array
   begins. */
uint32_t footprint_find (struct body *, uint32_t record, const struct address *addr,
                         expr_id address, uint64_t bytes, expr_id *base);
/* The same of an element in which there is a pointer that leads to the memory at ADDRESS: of a row,
   for example.  It says something only if no other element leads there, which *OWNERS, where these
   elements are, are to be asked for: see domains.h. */
uint32_t footprint_behind (struct body *, uint32_t record, expr_id address, expr_id *base,
                           setid *owners);
/* The owners of a footprint; SETS_EMPTY: it is not behind elements. */
setid footprint_owners (const struct summaries *, uint32_t slot);
/* Whether it depends on nothing but the number of its thread: then it holds for any tasks. */
bool footprint_is_own (const struct summaries *, uint32_t slot);
/* Whether it differs for threads of other teams of the league, too; ALONE: without what the teams
   have in common, which may be nothing. */
bool footprint_is_of_league (struct summaries *, uint32_t slot, bool alone);
/* The footprint as it is for teams that different threads of region OUTER start: 0: nothing is known.
   OBJECT: the array is one that all know. */
uint32_t footprint_across (struct summaries *, uint32_t slot, funid outer, bool object);
/* Whether two accesses of different threads of one team cannot be to the same memory. */
bool footprints_apart (struct summaries *, uint32_t a, expr_id base_a, uint32_t b, expr_id base_b);
/* The same for two iterations of a simd loop, of which LANES are executed at a time, as enum
   lanes_meet.  *DISTANCE: if they certainly meet, how many iterations that of A comes after that of
   B; 0: any. */
uint32_t footprints_in_lanes (struct summaries *, uint32_t a, expr_id base_a, uint32_t b,
                              expr_id base_b, uint32_t lanes, int64_t *distance);

#endif
