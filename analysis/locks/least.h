/* Least: the smallest number that a value can be, from constants, sums, loops that count up, what
   is stored in memory and what callers give, threads' creators among them.  Nothing overflows. */

#ifndef RACECHECK_LEAST_H
#define RACECHECK_LEAST_H

#include "summaries.h"

#define LEAST_UNKNOWN INT64_MIN

int64_t least_value (const struct summaries *, funid f, const struct operand *);

#endif
