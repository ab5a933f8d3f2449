/* News: memory that nobody else knows yet where a function accesses it, as far as the function alone
   shows that. */

#ifndef RACECHECK_NEWS_H
#define RACECHECK_NEWS_H

#include "pointers.h"

/* Whether the operand is an address in memory that the function has allocated before it comes to the
   record, and has given to nobody on the way. */
bool is_new_at (const struct pointers *, funid, uint32_t record, const struct operand *);
/* Whether the operand is a pointer, or made from one, that was loaded, or may be. */
bool is_loaded (const struct function *, const struct operand *);
/* Whether somebody may look where the pointer leads, or it goes elsewhere: it is not only compared.
 */
bool is_followed (const struct function *, uint32_t value);

#endif
