/* Paths: files of places as tools want them: without `..', and relative to one directory if they
   are below it. */

#ifndef RACECHECK_PATHS_H
#define RACECHECK_PATHS_H

#include "findings.h"
#include "intern.h"
#include "text.h"

struct paths {
  char *root; /* absolute, without a slash at its end */
  struct strings names;
};

/* ROOT is NULL for the directory in which we are. */
void paths_init (struct paths *, const char *root);
/* The file of a place, or that of its unit; "" if not even that is known.  Good until paths_free.
 */
const char *paths_of (struct paths *, const struct place *);
void paths_free (struct paths *);

/* Appends PATH with `.', `..' and double slashes resolved by their names only. */
void path_normalise (const char *path, struct text *out);

#endif
