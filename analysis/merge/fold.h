/* Fold: copies of one static inline function, from a header that many units include, become one. */

#ifndef RACECHECK_FOLD_H
#define RACECHECK_FOLD_H

#include "program.h"

/* Replaces each copy by the first one, in the maps of all units.  Copies are functions with one
   name and place in the source whose bodies are the same after symbols are resolved: a body that
   uses a static variable of its unit, or a function of its unit that is not folded, has no copy. */
void fold_functions (struct program *);

#endif
