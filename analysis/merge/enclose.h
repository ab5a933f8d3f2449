/* Enclose: functions whose bodies count, but which run inside of something that nobody can see in
   them: what verifiers call atomic by its name is a critical section.  Models say what happens
   first and last in them; that is put into the bodies, as calls of functions with nothing but
   models. */

#ifndef RACECHECK_ENCLOSE_H
#define RACECHECK_ENCLOSE_H

#include "load.h"
#include "models.h"

void enclose_bodies (struct units *, const struct models *);

/* Room for one more in a table that starts at 1. */
#define GROW(arena, table, n, type)                                       \
  ((table) = memcpy (ARENA_ARRAY (arena, (size_t)(n) + 2, type), (table), \
                     ((size_t)(n) + 1) * sizeof (type)),                  \
   ++(n))

static inline struct operand value_operand (uint32_t value)
{
  return (struct operand){.kind = OPND_VALUE, .value = value};
}

/* A function called NAME, as a new symbol of the unit. */
uint32_t add_function (struct arena *, struct unit *, const char *name);
/* A call of it, without arguments. */
struct rec_call *call_of (struct arena *, uint32_t symbol, uint32_t loc);

#endif
