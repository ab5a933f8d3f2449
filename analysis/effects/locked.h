/* Locked: which memory inline assembly accesses atomically. */

#ifndef RACECHECK_LOCKED_H
#define RACECHECK_LOCKED_H

#include "pointers.h"

/* Whether the record is an operand of an asm, in memory that the asm accesses atomically. */
bool is_locked_operand (const struct unit *, const struct function *, uint32_t record);

/* Locations that asm changes by one atomic operation: see asms.c. */
void find_locked_words (struct pointers *, struct bitset *words);
/* Whether a load or store of such a word, which is volatile, is atomic: a store if it comes right
   behind a barrier for the compiler, as who gives back a lock of asm writes it. */
bool is_word_access (const struct function *, uint32_t record);

#endif
