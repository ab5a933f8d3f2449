/* Exclusive: records of which a function executes at most one while it runs once. */

#ifndef RACECHECK_EXCLUSIVE_H
#define RACECHECK_EXCLUSIVE_H

#include "map.h"
#include "program.h"

/* Whether no way through the function leads through both. */
bool records_exclude (const struct function *, uint32_t a, uint32_t b);
/* Calls of one function whose results go into one variable, at most one of which is executed, and
   once: they make one object.  Puts into SAME, by function and record, 1 + the first of them. */
void exclusive_sites (const struct program *, funid f, struct map *same);

#endif
