/* Globs: `*' is any text, `?' any character; brackets are themselves, since names of memory have
   them. */

#ifndef RACECHECK_GLOB_H
#define RACECHECK_GLOB_H

#include <stdbool.h>

bool glob_matches (const char *pattern, const char *text);
/* Whether a file is named by the pattern: as a whole, as a file in that directory, or, where the
   pattern has no slash, by its last name. */
bool glob_matches_path (const char *pattern, const char *path);

#endif
