/* Report: findings as GCC would print them, and what is asked for in all formats. */

#ifndef RACECHECK_REPORT_H
#define RACECHECK_REPORT_H

#include "colour.h"
#include "findings.h"

#include <stdio.h>

struct format;

struct output {
  const struct format *format;
  const char *file; /* or FOLDER/; NULL: standard output */
};

struct report_options {
  uint32_t max;            /* findings; 0: all */
  enum colour_when colour; /* of what OUT is */
  bool werror;             /* findings are errors */
  bool brief;              /* no text where there is nothing to tell */
  bool show_suppressed;    /* in formats for machines, marked as such */
  bool full;               /* show all of every finding, also of large groups */
  bool caret;              /* show the lines of the source, where they can be read */
  struct output *outputs;  /* none: text to standard output */
  size_t n_outputs;
  const char *program; /* what is analysed, for outputs that go to a folder */
  const char *root;    /* names of files below it are relative to it; NULL: where we are */
};

/* Prints the findings, those without a doubt first, then by place; then the line that sums up. */
void report_text (const struct findings *, const struct report_options *, FILE *out);

#endif
