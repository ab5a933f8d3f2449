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

/* One access.  An instruction has several if it copies, or calls a library function. */
struct effect {
  funid function;
  uint32_t record;
  uint8_t mode;   /* enum effect_mode */
  setid where;    /* locations of the first byte; empty: nobody knows where */
  uint64_t bytes; /* 0: to the end of the object, or unknown */
};

struct effects {
  VEC (struct effect) v; /* by function, in the order of the instructions */
  uint32_t *first;       /* by function, n_functions + 2 */
};

void effects_find (struct effects *, struct pointers *);
void effects_free (struct effects *);

static inline bool effect_writes (const struct effect *e)
{
  return e->mode != MODE_READ && e->mode != MODE_ATOMIC_READ;
}

/* The locations that an access touches: from each of WHERE on, as many bytes as it has. */
setid effect_locations (struct pointers *, const struct effect *);

#endif
