/* Effects: what every instruction reads and writes, as locations. */

#ifndef RACECHECK_EFFECTS_H
#define RACECHECK_EFFECTS_H

#include "pointers.h"

enum effect_mode {
  MODE_READ,
  MODE_WRITE,
  MODE_ATOMIC_READ,
  MODE_ATOMIC_WRITE,
  MODE_FREE /* ends the life of the object: a write of all of it */
};

/* What is special about an access. */
enum effect_role {
  ROLE_ANY,
  ROLE_OUTSIDE, /* by a function without facts and model, to a struct that it may know better */
  ROLE_LOCK,    /* an object is used as a lock */
  ROLE_SCALAR   /* a store of a number or a pointer, which is in no lock */
};

/* One access.  An instruction has several if it copies, or calls a library function. */
struct effect {
  funid function;
  uint32_t record;
  uint8_t mode;                    /* enum effect_mode */
  setid where;                     /* locations of the first byte; empty: nobody knows where */
  uint64_t bytes;                  /* 0: to the end of the object, or unknown */
  const struct address *addr;      /* NULL: a model says where, or nobody */
  const struct model_place *place; /* NULL: none */
  const struct model_size *size;   /* how many bytes, if that is no constant; NULL: unknown */
  const struct operand *operand;   /* an argument that is the pointer; NULL: none */
  uint8_t role;                    /* enum effect_role */
  bool at_most;                    /* there may be fewer bytes */
  bool behind;    /* what is at the place, not the place itself, is the pointer to it */
  uint32_t flags; /* enum access_flag */
  int8_t shift;   /* bytes from the address to the first that is touched: of bit-fields */
};

struct effects {
  VEC (struct effect) v; /* by function, in the order of the instructions */
  uint32_t *first;       /* by function, n_functions + 2 */
};

void effects_find (struct effects *, struct pointers *);
void effects_free (struct effects *);

/* The first access of RECORD, or where it would be. */
uint32_t effects_at (const struct effects *, funid, uint32_t record);

static inline bool effect_writes (const struct effect *e)
{
  return e->mode != MODE_READ && e->mode != MODE_ATOMIC_READ;
}

/* An atomic that is only a volatile load: it orders nothing. */
static inline bool effect_is_bare (const struct pointers *p, const struct effect *e)
{
  return e->mode == MODE_ATOMIC_READ && e->flags & AF_VOLATILE && !p->trust_volatile;
}

/* Whether the access changes something that may be read later: what is freed is not. */
static inline bool effect_changes (const struct effect *e)
{
  return effect_writes (e) && e->mode != MODE_FREE;
}

/* Whether an access through a pointer that comes from a world may be to L, which belongs to it:
   such a pointer is taken to be one to the beginning of an object, and of the type that it is used
   as. */
bool effect_may_reach (struct pointers *, const struct effect *, loc_id l);
/* The locations that an access touches: from each of WHERE on, as many bytes as it has. */
setid effect_locations (struct pointers *, const struct effect *);

#endif
