/* Source: lines of the files that places are in, and how a place is shown in its line. */

#ifndef RACECHECK_SOURCE_H
#define RACECHECK_SOURCE_H

#include "colour.h"
#include "intern.h"
#include "unit.h"

struct source_file;

/* Files that were looked for; each is read once.  All zero is empty. */
struct sources {
  struct strings names;
  VEC (struct source_file *) files; /* by name - 1; NULL: it cannot be read */
};

struct source_line {
  const char *v; /* any bytes; without the end of the line */
  size_t n;
};

/* A line, from 1, of a file of the unit, which is looked for where the unit was compiled, then from
   here.  False if there is none. */
bool source_line (struct sources *, const struct unit *, uint32_t file, int64_t line,
                  struct source_line *);
/* A file as a whole. */
bool source_text (struct sources *, const struct unit *, uint32_t file, const char **v, size_t *n);
void sources_free (struct sources *);

/* Appends two lines as GCC shows them, the range of LOC in COLOUR:

      35 |   count2++;
         |   ~~~~~~^~

   Appends nothing if LOC is not in the line, as when the file has changed. */
void source_show (const struct source_line *, const struct rec_loc *, const struct colours *,
                  enum colour, struct text *);

#endif
