/* Isolate: work in a child process, for the analysis inside a compiler or linker: whatever happens
   to it, the build goes on.  The work may run while the caller does something else. */

#ifndef RACECHECK_ISOLATE_H
#define RACECHECK_ISOLATE_H

#include "text.h"

#include <stdbool.h>
#include <sys/types.h>

struct isolated {
  pid_t pid;
  int output; /* what the work prints, on standard output and standard error */
};

/* Starts WORK in a child; what it returns is its exit status.  False if there can be no child. */
bool isolate_start (struct isolated *, int (*work) (void *context), void *context);

/* Waits until the work is done and adds to OUT what it printed.  Returns its exit status, or -1 if
   it came to no end: then WHY says how ("killed by signal 11"). */
int isolate_finish (struct isolated *, struct text *out, struct text *why);

#endif
