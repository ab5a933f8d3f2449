/* Between the files that find effects. */

#ifndef RACECHECK_EFFECTS_INTERNAL_H
#define RACECHECK_EFFECTS_INTERNAL_H

#include "effects.h"

struct effect_finder {
  struct effects *e;
  struct pointers *p;
  const struct program *program;
  bool has_lanes;      /* the function at hand has a simd loop */
  struct bitset words; /* see locked.h */
};

struct effect *effect_add (struct effect_finder *, funid, uint32_t record, enum effect_mode,
                           setid where, uint64_t bytes);
/* What a call does that is of CALLEE, which has a model; which nobody knows. */
void effects_of_model (struct effect_finder *, funid, uint32_t record, funid callee);
void effects_of_unknown (struct effect_finder *, funid, uint32_t record, funid callee);

enum { WORD_BYTES = 8 }; /* that are accessed at once, at most */

#endif
