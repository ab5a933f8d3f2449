/* Cleanups: where the handlers of pthread_cleanup_push run.  Without -fexceptions a handler is what
   follows the second return of a function like setjmp, and GCC has edges to that from every call of
   the function, as if all behind it were done again whenever a thread is cancelled or ends
   somewhere.  The second return is not 0, though, and takes place between push and pop only.  So the
   edges lead from the calls there to the handler, instead, which finds variables as they were at
   the push. */

#ifndef RACECHECK_CLEANUPS_H
#define RACECHECK_CLEANUPS_H

#include "load.h"
#include "models.h"

void lead_to_handlers (struct units *, const struct models *);

#endif
