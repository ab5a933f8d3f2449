/* Spelling: what the source calls a place in memory, a value or a type. */

#ifndef RACECHECK_SPELLING_H
#define RACECHECK_SPELLING_H

#include "unit.h"
#include "text.h"

/* `struct conn *', `int', `char[16]'. */
void spell_type (const struct unit *, uint32_t type, struct text *);
/* The name, cut off where it is absurdly long. */
void spell_name (const char *, struct text *);
const char *spell_symbol (const struct unit *, uint32_t symbol);
/* `file.c:12:5' */
void spell_loc (const struct unit *, uint32_t loc, struct text *);
/* BITS at the address, as an lvalue: `cache->entry[i].refs'.  BITS 0: unknown. */
void spell_memory (const struct unit *, const struct function *, const struct address *,
                   uint64_t bits, struct text *);
/* The same for an access that instruction R makes: where GCC reads neighbouring bit-fields at once,
   those that are then looked at. */
void spell_access (const struct unit *, const struct function *, const struct record *r,
                   const struct address *, uint64_t bits, struct text *);
/* `struct conn.state', the last field on the way to an address.  False if there is none. */
bool spell_field (const struct unit *, const struct address *, struct text *);
void spell_operand (const struct unit *, const struct function *, const struct operand *,
                    struct text *);
/* How many bits an access of this instruction has; 0 if unknown. */
uint64_t load_bits (const struct unit *, const struct function *, const struct rec_load *);
uint64_t store_bits (const struct unit *, const struct function *, const struct rec_store *);

#endif
