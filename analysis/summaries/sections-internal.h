/* What both files of sections need. */

#ifndef RACECHECK_SECTIONS_INTERNAL_H
#define RACECHECK_SECTIONS_INTERNAL_H

#include "sections.h"
#include "sums.h"

/* Whether the expression mentions the counter, as an operand or where something was loaded. */
bool sections_mention (const struct exprs *, expr_id e, expr_id counter);
/* By how much a sum grows with the number E, which occurs in one of its products only, if that is a
   positive constant; 0: it is not. */
int64_t sections_coefficient (const struct exprs *, const struct sum *, expr_id e);
/* A number or address without conversions, which sums do not count, since numbers do not overflow
   from which an element is computed. */
expr_id sections_plain (struct exprs *, expr_id e);

#endif
