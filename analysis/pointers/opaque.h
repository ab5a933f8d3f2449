/* Opaque objects: what only functions of a library make, and look into.  */

#ifndef RACECHECK_OPAQUE_H
#define RACECHECK_OPAQUE_H

#include "pointers.h"

/* The kind of objects that the model says argument N points to; NULL: it says nothing. */
const char *opaque_argument (const struct model *, uint32_t n);
/* Whether it says so of the result, which the row allocates, and the program does not look into. */
bool opaque_result (const struct model *);
/* The set without opaque objects, which the program does not look into. */
setid without_opaque (struct pointers *, setid);
/* What of the set may be in objects of that kind. */
setid only_opaque (struct pointers *, setid, const char *kind);

#endif
