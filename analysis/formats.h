/* Formats: one report, written in several ways at once.  Each format is a function that gets the
   same report and a file; formats.def lists them. */

#ifndef RACECHECK_FORMATS_H
#define RACECHECK_FORMATS_H

#include "findings.h"
#include "report.h"

#include <stdio.h>

/* What is written: the findings that the options leave, in their order. */
struct report {
  const struct findings *findings;
  const struct report_options *options;
  const struct finding **v;
  uint32_t n;
  uint32_t left_out; /* by --max */
};

#define FORMAT(name, writer, help) void writer (const struct report *, FILE *out);
#include "formats.def"

/* The format of `NAME' or `NAME:FILE'; NULL: there is none. */
const struct format *format_find (const char *name, size_t n);
/* `text, sarif, ...' */
void formats_list (FILE *out);

/* The caller frees `v'. */
void report_make (struct report *, const struct findings *, const struct report_options *);

/* Writes all outputs of the options, by default text to standard output.  A file is there as a
   whole or not at all.  False after a message if one could not be written. */
bool report_write (const struct findings *, const struct report_options *);

/* By file, line and column. */
int places_compare (const struct place *, const struct place *);

#endif
