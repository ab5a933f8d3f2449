/* Linear: whether integers exist for which some inequalities hold.

   Fourier-Motzkin elimination: a variable is replaced by all that its bounds say about each other.
   Every row that is derived holds for all integers that satisfy the others, so that a row which
   cannot hold shows that there are none.  That there are some is not shown: it is what is assumed
   if no contradiction is found, or the numbers or rows become too large or too many. */

#ifndef RACECHECK_LINEAR_H
#define RACECHECK_LINEAR_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_COLUMNS = 48, MOST_LINEAR_ROWS = 160 };

/* The sum of c[i] * variable i, plus k: is 0 if EQUAL, else not negative. */
struct linear_row {
  int64_t k;
  int64_t c[MOST_COLUMNS];
  bool equal;
};

struct linear {
  uint32_t n_columns, n;
  bool full; /* rows are missing */
  struct linear_row v[MOST_LINEAR_ROWS];
};

void linear_add (struct linear *, const struct linear_row *);
/* Whether the rows contradict each other; they are changed. */
bool linear_is_impossible (struct linear *);

#endif
