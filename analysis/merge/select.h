/* Select: which of the objects that the user named take part in the program. */

#ifndef RACECHECK_SELECT_H
#define RACECHECK_SELECT_H

#include "arena.h"
#include "objfile.h"

/* By object: whether a linker would take it.  Linear in the symbols. */
bool *select_objects (struct arena *, const struct objfiles *);

#endif
