/* Locked: which memory inline assembly accesses atomically. */

#ifndef RACECHECK_LOCKED_H
#define RACECHECK_LOCKED_H

#include "unit.h"

/* Whether the record is an operand of an asm, in memory that the asm accesses atomically. */
bool is_locked_operand (const struct unit *, const struct function *, uint32_t record);

#endif
