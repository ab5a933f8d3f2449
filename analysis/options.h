/* Options: the command line of racecheck. */

#ifndef RACECHECK_OPTIONS_H
#define RACECHECK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum dump_stage { DUMP_NONE, DUMP_FACTS, DUMP_ACCESSES };

struct options {
  enum dump_stage dump;
  bool stats;
  bool done; /* --help or --version: nothing else to do */
  const char **files;
  size_t n_files;
};

/* Reads the command line, with @FILE expanded as GCC does.  False after a message about what is
   wrong with it. */
bool options_read (struct options *, int argc, char **argv);
void options_free (struct options *);

#endif
