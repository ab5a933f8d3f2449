/* Uses: which records of a body use what one of them has loaded. */

#ifndef RACECHECK_CLAIMS_USES_H
#define RACECHECK_CLAIMS_USES_H

#include "summaries-internal.h"

/* All zero is empty; it is filled when somebody asks first. */
struct uses {
  bool known;
  struct map first; /* by what is mentioned: 1 + number in `of' */
  VEC (struct use) of;
};

/* Whether what LOAD has loaded is used only behind the record, or to decide whether to go there. */
bool is_used_after (struct uses *, struct body *, uint32_t load, uint32_t record);
void uses_free (struct uses *);

#endif
