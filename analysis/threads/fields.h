/* Fields: what tests of fields beside the handle of a thread say; see items-around.c. */

#ifndef RACECHECK_FIELDS_H
#define RACECHECK_FIELDS_H

#include "summaries.h"

/* The creation, a FORK, as the function has it that makes the object its handle is in. */
const struct item *fields_creation (const struct summaries *, uint32_t item);
/* Whether it may be executed while F runs, behind what F finds in an object that was made before.
 */
bool fields_created_in (const struct summaries *, const struct item *creation, funid f);
/* Whether who finds what the test says knows that no thread was created by CREATION with the
   object; if LATER that is its creator.  Nobody else must know the object before, or it is its
   creator who looks. */
bool fields_tell (struct summaries *, const struct item *creation, const struct field_test *,
                  bool later);

#endif
