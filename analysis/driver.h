/* Driver: the whole analysis as one call, for the command, the linker plugin and the compiler. */

#ifndef RACECHECK_DRIVER_H
#define RACECHECK_DRIVER_H

#include "findings.h"
#include "objfile.h"
#include "options.h"

/* Is given the findings while everything that they point to is there. */
typedef void findings_fn (void *context, const struct findings *);

enum driver_result {
  DRIVER_DONE,
  DRIVER_NO_THREADS, /* nothing can race */
  DRIVER_NO_FACTS,
  DRIVER_UNREADABLE /* models or facts that are wrong, which has been told */
};

struct driver {
  const struct options *options; /* their files are not looked at */
  findings_fn *use;              /* not called if something else is to be printed */
  void *context;
  /* Set by driver_run: */
  uint32_t findings;
  uint32_t without_facts; /* objects */
};

/* Analyses the program that FILES make.  Dumps go to standard output, messages about the input to
   standard error. */
enum driver_result driver_run (struct driver *, const struct objfiles *files);

#endif
