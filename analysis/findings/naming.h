/* Naming: what people call memory that the analysis knows as an object and an offset, or as an
   expression. */

#ifndef RACECHECK_NAMING_H
#define RACECHECK_NAMING_H

#include "summaries.h"
#include "text.h"

/* The memory at an address of function F, as an lvalue: `count2', `c->lock', `locks[h]'.  BYTES are
   accessed there; 0: a lock, or whatever there is. */
void name_memory (const struct summaries *, funid f, expr_id address, uint64_t bytes,
                  struct text *);
/* `cache[].refs', `(struct conn.state)' ... of a location.  False if nothing can be said. */
bool name_variable (const struct summaries *, loc_id, uint64_t bytes, struct text *);
/* `struct conn.state', or nothing. */
bool name_field (const struct summaries *, loc_id, uint64_t bytes, struct text *);

#endif
