/* Colour: what GCC's messages look like on a terminal. */

#ifndef RACECHECK_COLOUR_H
#define RACECHECK_COLOUR_H

#include "text.h"

#include <stdbool.h>
#include <stdio.h>

enum colour {
  COLOUR_ERROR,
  COLOUR_WARNING,
  COLOUR_NOTE,
  COLOUR_RANGE1,
  COLOUR_LOCUS,
  COLOUR_QUOTE,
  N_COLOURS
};

enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* All zero: no colour at all. */
struct colours {
  bool on;
  struct {
    const char *v; /* what stands between ESC [ and m; part of the environment */
    size_t n;
  } codes[N_COLOURS];
};

/* Follows GCC_COLORS as GCC does, for COLOUR_AUTO also NO_COLOR, TERM and whether OUT is a
 * terminal. */
void colours_find (struct colours *, enum colour_when, FILE *out);
void colour_start (const struct colours *, enum colour, struct text *);
void colour_end (const struct colours *, struct text *);
/* TEXT in that colour. */
void colour_add (const struct colours *, enum colour, const char *text, struct text *);

#endif
