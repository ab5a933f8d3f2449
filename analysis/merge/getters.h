/* Getters: functions of C++ that do nothing but return one of their arguments, moved by a constant,
   as std::forward, or std::get of a tuple.  A call of one becomes that operation, so that what one
   caller gives is not what another gets.  There are many in each program; in C there are few, which
   mostly cast, and whose types tell more than their arguments. */

#ifndef RACECHECK_GETTERS_H
#define RACECHECK_GETTERS_H

#include "load.h"
#include "models.h"

void replace_getters (struct units *, const struct models *);

/* The operand, moved by so many bits; what has no address is left alone. */
bool move_operand (struct arena *, const struct operand *, int64_t bits, struct operand *out);

#endif
