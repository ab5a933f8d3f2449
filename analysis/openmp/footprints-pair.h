/* Between the files that compare footprints: two of them side by side, as a system of linear
   inequalities. */

#ifndef RACECHECK_FOOTPRINTS_PAIR_H
#define RACECHECK_FOOTPRINTS_PAIR_H

#include "footprints-internal.h"
#include "linear.h"

/* Two footprints side by side; symbols are the same in both. */
struct pair {
  const struct footprint *of[2];
  const struct tables *tables;
  uint32_t column[2][MOST_ATOMS];
  struct linear s;
};

/* One index of both, the constants with it. */
struct both {
  int64_t stride;
  uint32_t multiplier[2];
  bool leaves; /* of one of them, from the row that the index before says */
  struct row row[2];
};

/* How they meet although the columns, index LEVEL, are of different rows, that of side 0 so many
   further; 0: they are of one. */
struct wrap {
  uint32_t level;
  int64_t rows;
};

/* What differs for two threads: at least one of these numbers. */
struct cover {
  uint32_t n;
  uint64_t atom[MOST_ATOMS][2];
  bool open; /* or something that is no part of the footprints */
};

/* Whether two accesses are to one element. */
enum meeting { MEETING_UNKNOWN, MEETING_NEVER, MEETING_IF };

/* How far B begins behind A. */
bool footprint_distance (const struct summaries *, expr_id a, expr_id b, int64_t *distance);

/* OUT += FACTOR * ROW of a side. */
void pair_add (const struct pair *, struct linear_row *out, int side, const struct row *,
               int64_t factor);
/* The system that says when both are to the same element, and the indices that are equal then, but
   for a wrap. */
enum meeting pair_find (const struct summaries *, const struct footprint *of[2], int64_t distance,
                        const struct wrap *, struct pair *, struct both *levels,
                        uint32_t *n_levels);
/* The next way to meet, the first being 0; false: there is no other one. */
bool wrap_next (const struct both *levels, uint32_t n_levels, struct wrap *);
/* What is added to the equation of an index. */
void wrap_add (const struct pair *, const struct both *levels, const struct wrap *, uint32_t level,
               struct linear_row *);
/* The iterations by which two threads differ; false: there are none. */
bool cover_by_iterations (const struct footprint *of[2], struct cover *);
/* Whether the system is impossible if what the cover names differs; WHICH is 0. */
bool pair_is_impossible (const struct pair *, uint32_t which, const struct cover *);
/* The same, when all has been chosen; and before the numbers that are found in tables differ or not.
 */
bool pair_is_impossible_for (const struct pair *, const struct cover *);
bool pair_is_impossible_looked (const struct pair *, uint32_t which, const struct cover *);
/* Whether one of the accesses has always waited for the iteration of the other one, if both are to
   the same element: see doacross.c. */
bool pair_is_ordered (const struct pair *);

#endif
