/* Outfile: a file that is there as a whole, or not at all. */

#ifndef RACECHECK_OUTFILE_H
#define RACECHECK_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

struct outfile {
  FILE *out; /* to write to */
  const char *name;
  char *temporary; /* NULL: written in place */
  bool nameless;   /* ... is given that name when it is complete */
};

/* False after a message. */
bool outfile_open (struct outfile *, const char *name);
/* Puts the file in its place.  False after a message; then it is as it was before. */
bool outfile_close (struct outfile *);

#endif
