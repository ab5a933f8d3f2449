/* What the files of the terms share. */

#ifndef RACECHECK_TERMS_INTERNAL_H
#define RACECHECK_TERMS_INTERNAL_H

#include "terms.h"

enum { TERM_HEAD = 4, LONGEST_TERM = 40 };
enum { SMALLEST_LOCK = 4 }; /* arrays of smaller things are a part of the lock */

uint32_t term_make (struct terms *, enum term_kind, uint32_t a, int64_t d, const uint32_t *more,
                    uint32_t n);
/* The one place that the address is, if it is. */
bool unique_place (struct terms *, funid f, expr_id e, object_id *, int64_t *offset);
/* The lock of an array that has the same number as the data, or one that is computed from it; 0: it
   is none.  ONE: the access is to one element of each array. */
uint32_t index_term (struct terms *, funid f, expr_id lock, expr_id address, bool one);

#endif
