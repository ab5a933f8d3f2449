/* Formats: one report, written in several ways at once.  Each format is a function that gets the
   same report and a file; formats.def lists them. */

#ifndef RACECHECK_FORMATS_H
#define RACECHECK_FORMATS_H

#include "choice.h"
#include "cluster.h"
#include "findings.h"
#include "report.h"
#include "text.h"

#include <stdio.h>

/* A finding that the user has decided about, and why. */
struct decided {
  const struct finding *finding;
  const struct suppression *by; /* NULL: the source says so */
};

/* What is written: the findings that the options leave, in their order. */
struct report {
  const struct findings *findings;
  const struct report_options *options;
  const struct finding **v;
  uint32_t n;
  struct clusters clusters;     /* of them */
  uint32_t left_out;            /* by --max */
  uint32_t not_shown[N_CHOSEN]; /* by enum chosen */
  /* With --show-suppressed what is ignored in the source or suppressed by a file, in the same
   * order.
   */
  struct decided *decided;
  uint32_t n_decided;
};

/* What is not shown, in words: `2 ignored in the source, 1 in the baseline'.  Nothing if all is. */
void report_say_hidden (const struct report *, struct text *);

#define FORMAT(name, writer, help) void writer (const struct report *, FILE *out);
#include "formats.def"

/* The format of `NAME' or `NAME:FILE'; NULL: there is none. */
const struct format *format_find (const char *name, size_t n);
/* `text, sarif, ...' */
void formats_list (FILE *out);

/* What the options and CHOICE leave; CHOICE may be NULL: all are shown. */
void report_make (struct report *, const struct findings *, const struct report_options *,
                  struct choice *);
void report_free (struct report *);

/* Writes all outputs of the options, by default text to standard output, and a baseline if one is
   wanted.  *SHOWN is how many findings there are in them.  False after a message if something could
   not be written. */
bool report_write (const struct findings *, const struct report_options *, struct choice *,
                   uint32_t *shown);

/* Of these, what goes to files. */
bool report_write_files (const struct report *, struct choice *);

/* By file, line and column. */
int places_compare (const struct place *, const struct place *);

#endif
