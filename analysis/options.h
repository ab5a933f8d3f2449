/* Options: the command line of racecheck. */

#ifndef RACECHECK_OPTIONS_H
#define RACECHECK_OPTIONS_H

#include "assume.h"
#include "choice.h"
#include "hiding.h"
#include "report.h"
#include "watch.h"

#include <stdbool.h>
#include <stddef.h>

enum dump_stage {
  DUMP_NONE,
  DUMP_FACTS,
  DUMP_ACCESSES,
  DUMP_PROGRAM,
  DUMP_MODELS,
  DUMP_POINTERS,
  DUMP_CALLS,
  DUMP_SHARED,
  DUMP_SUMMARIES,
  DUMP_THREADS,
  DUMP_PARALLEL,
  DUMP_LOCKS,
  DUMP_CORRELATIONS,
  DUMP_VERDICTS
};

struct options {
  enum dump_stage dump;
  bool stats;
  bool self_check;
  bool each;           /* file is a program */
  uint32_t jobs;       /* at a time; 0: one per processor */
  const char *explain; /* a location; NULL: report races */
  struct report_options report;
  struct limits limits;
  uint32_t doubted; /* set of enum assumption */
  bool trust_volatile;
  uint32_t rules;   /* set of enum rule */
  uint32_t without; /* set of enum proof */
  struct choice_options choice;
  struct hiding_options hiding;
  bool diff; /* compare two baselines, do nothing else */
  bool done; /* --help or --version: nothing else to do */
  const char **files, **models, **entries;
  size_t n_files, n_models, n_entries;
  char **expanded; /* the arguments, if some came from @FILE */
};

/* Reads the command line, with @FILE expanded as GCC does.  False after a message about what is
   wrong with it. */
bool options_read (struct options *, int argc, char **argv);
/* The same for an analysis inside a build, by a plugin: it is brief, has limits, and gets more
   arguments in the environment variable RACECHECK_OPTIONS. */
bool options_read_in_build (struct options *, int argc, char **argv);
void options_free (struct options *);

#endif
