/* Lines: collected, then printed sorted. */

#ifndef RACECHECK_LINES_H
#define RACECHECK_LINES_H

#include <stddef.h>
#include <stdio.h>
#include "text.h"

/* All zero is empty. */
struct lines {
  char **v;
  size_t n, room;
};

void lines_add (struct lines *, const char *);
/* Prints them, numbers inside compared as numbers, each as often as it was added; then forgets
 * them. */
void lines_print (struct lines *, FILE *);
/* The same, into OUT, with SEPARATOR between them. */
void lines_join (struct lines *, const char *separator, struct text *out);

#endif
