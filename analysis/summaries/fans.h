/* Fans: see fans.c. */

#ifndef RACECHECK_FANS_H
#define RACECHECK_FANS_H

#include "summaries-internal.h"

/* Whether the join, of the function itself, is that of such a tree: `fan', e[3] to e[5]. */
void fans_find (struct body *, struct item *);

#endif
