/* Sums of products: what numbers and addresses are made of, in a form in which equal ones are
   equal.  Numbers that are counted and multiplied to find an element do not overflow: it would not
   be in the array. */

#ifndef RACECHECK_SUMS_H
#define RACECHECK_SUMS_H

#include "exprs.h"

enum { MOST_FACTORS = 3, MOST_PRODUCTS = 8 };

struct product {
  int64_t k;
  expr_id factor[MOST_FACTORS]; /* ascending, 0 first */
};

struct sum {
  struct product v[MOST_PRODUCTS];
  uint32_t n;
};

/* Each is false if the result would be too long, or a number too large. */
bool sum_of (const struct exprs *, expr_id, struct sum *); /* adds it */
bool sum_add (struct sum *, struct product);
bool sum_add_expr (const struct exprs *, struct sum *, expr_id, int64_t k);
bool sum_add_times (struct sum *, const struct sum *, const struct product *by);
/* A - B */
bool sum_difference (const struct sum *a, const struct sum *b, struct sum *out);
/* Whether it is a number. */
bool sum_is_number (const struct sum *, int64_t *);

#endif
