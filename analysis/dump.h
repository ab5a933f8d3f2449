/* Dumps: any stage's result as text, sorted and stable; the debugging route and the form of golden
   tests. */

#ifndef RACECHECK_DUMP_H
#define RACECHECK_DUMP_H

#include <stdio.h>
#include "unit.h"

/* Every record of a unit, one a line. */
void dump_facts (const struct unit *, FILE *);
/* The memory accesses of a unit, sorted by place: `file:line:column mode spelling'. */
void dump_accesses (const struct unit *, FILE *);

#endif
