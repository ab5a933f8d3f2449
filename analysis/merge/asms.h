/* Asms: inline assembly that is one atomic operation of x86 becomes a call of that operation, so
   that spinlocks and counters which are written so are understood like those of <stdatomic.h>. */

#ifndef RACECHECK_ASMS_H
#define RACECHECK_ASMS_H

#include "load.h"

void replace_asms (struct units *);

#endif
