/* Constants: global variables whose values are known from how they are written in the program.

   - One that is only ever set to constants has one of these, or what it starts with.  Threads do
   not find what main, or the function by which it creates all threads, has overwritten before it
   creates the first one.
   - One that is back at what it starts with whenever a lock is released: who has the lock finds it
     so.  That is assumed of those that look like it, and taken back if a function leaves one
     otherwise, or if it turns out to be used without a lock; see values.c and
   verdicts-obligations.c. */

#ifndef RACECHECK_CONSTANTS_H
#define RACECHECK_CONSTANTS_H

#include "summaries.h"

/* The values that a load of BYTES at a location may find in function F, at most MOST_VALUES; 0:
   they are not known. */
uint32_t constants_at (const struct summaries *, funid f, loc_id, uint64_t bytes, int64_t *values);
/* Whether a value in R is found there only BEFORE main creates the first thread; or only AFTER the
   last such value, by a thread that does not create any. */
enum start_phase { PHASE_UNKNOWN, PHASE_BEFORE, PHASE_AFTER };
enum start_phase constants_phase (const struct summaries *, loc_id, uint64_t bytes,
                                  const struct result_range *);
/* 1 or -1 if the access counts a variable up or down by one; else 0. */
int counter_step (const struct summaries *, const struct effect *);
/* Whether the location is a counter, which is only counted so and set to constants; and between
   which it starts. */
const struct constant *counter_at (const struct summaries *, loc_id);
/* Whether any of the locations is a counter. */
bool has_counter (const struct summaries *, setid where);
/* The same for the function that is summarised: it rests on that. */
const struct constant *counter_noted (struct summaries *, loc_id);
bool has_noted_counter (struct summaries *, setid where);
void counter_start (const struct constant *, int64_t *low, int64_t *high);
/* The constant that the instruction stores; false: something else. */
bool constants_stored (const struct summaries *, const struct effect *, int64_t *);
/* The same, if that is all that is there then; ZERO: more than the location may be set to 0. */
bool constants_stored_whole (const struct summaries *, const struct effect *, int64_t *,
                             bool *zero);
/* Whether the BYTES of a variable, an object of the program that is defined, start as one number.
 */
bool first_number (const struct program *, uint32_t object, int64_t offset, uint64_t bytes,
                   int64_t *);
/* The same of a global variable that nobody unseen names. */
bool starts_with (const struct pointers *, object_id, int64_t offset, uint64_t bytes, int64_t *);
void constants_find (struct summaries *);
/* The same, when what rests on nothing that may be broken has been found. */
void constants_break (struct summaries *);
void constants_free (struct summaries *);

#endif
