/* Each: several programs in one run, some at a time, each in a process of its own. */

#ifndef RACECHECK_EACH_H
#define RACECHECK_EACH_H

#include "options.h"

/* Calls RUN once for each file of the options, with that file only, and prints in the order of the
   files what it printed, under the name of the file.  Returns the highest of the exit statuses;
   FAILED is that of a run that came to no end. */
int each_run (const struct options *, int (*run) (void *options), int failed);

#endif
