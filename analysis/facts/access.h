/* Access: what an instruction itself reads and writes in memory.  What a called function does is
   not here: that is decided by models and summaries. */

#ifndef RACECHECK_ACCESS_H
#define RACECHECK_ACCESS_H

#include "unit.h"

enum access_mode { ACCESS_READ, ACCESS_WRITE };

struct access {
  enum access_mode mode;
  const struct address *addr;
  uint64_t bits;   /* 0 unknown */
  uint32_t flags;  /* enum access_flag */
  int64_t rep_off; /* bit-fields: the storage that an access touches, from its first bit */
  uint64_t rep_bits;
};

enum { MOST_ACCESSES = 64 };

/* Fills OUT with the accesses of R, in the order in which they happen, and returns their number.  A
   call or asm with more memory operands than fit tells the first ones. */
unsigned accesses_of (const struct unit *, const struct function *, const struct record *,
                      struct access out[MOST_ACCESSES]);

/* Whether a record has the address of a local variable, or another way to it than by a load, or by
   the store of something else. */
bool record_has_local (const struct record *, uint32_t local);

#endif
