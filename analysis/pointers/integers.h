/* Integers: which of them may carry a pointer.  An integer as wide as a pointer does if it is used
   as one: converted to a pointer, or kept where it is read to be converted, or handed to code that
   nobody sees.  Sizes and counters, which most of them are, are not; without this, what one byte
   buffer holds would be in all of them.

   Found backwards from the uses; through memory by the field or variable that an integer is stored
   into and loaded from.  What is made from a pointer counts as used wherever it is stored. */

#ifndef RACECHECK_INTEGERS_H
#define RACECHECK_INTEGERS_H

#include "bind.h"
#include "bitset.h"
#include "program.h"

/* The values of each function from BASE[function] on; MODELS: by function, NULL for those that mean
   what their body says. */
struct bitset integers_with_pointers (const struct program *, const uint32_t *base,
                                      const struct model **models);
/* Whether the type is an integer that could hold a pointer, and not more. */
bool is_pointer_integer (const struct unit *, uint32_t type);

#endif
