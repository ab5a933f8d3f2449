/* Choice: which findings are shown, and which are known already or suppressed.

   A baseline is a file with one line for each finding, its fingerprint and what it was, sorted, so
   that versions of it can be merged.  racecheck.supp(5) explains files of suppressions. */

#ifndef RACECHECK_CHOICE_H
#define RACECHECK_CHOICE_H

#include "findings.h"
#include "intern.h"
#include "paths.h"

struct choice_options {
  const char **suppressions; /* files */
  size_t n_suppressions;
  const char *baseline, *write_baseline; /* files; NULL: none */
};

struct suppression {
  const char *file;
  unsigned line;
  const char *rule, *location, *path, *reason; /* NULL: any, or not said yet */
  bool used;
};

struct baseline {
  struct strings fingerprints;
  VEC (const char *) texts; /* by fingerprint - 1 */
  struct arena arena;
};

struct choice {
  const struct choice_options *options;
  struct arena arena;
  VEC (struct suppression) suppressions;
  struct baseline known;
};

enum chosen { CHOSEN, NOT_ELSEWHERE, NOT_IGNORED, NOT_SUPPRESSED, NOT_NEW, N_CHOSEN };

/* Reads the files of the options.  False after a message about what is wrong with them. */
bool choice_init (struct choice *, const struct choice_options *);
void choice_free (struct choice *);
/* Whether a finding is shown, or why not; *BY is the suppression that fits it, or NULL. */
enum chosen choice_of (struct choice *, const struct finding *, struct paths *,
                       const struct suppression **by);
/* Says which suppressions fit no finding. */
void choice_unused (const struct choice *);

/* The lines of a file; false after a message. */
bool baseline_read (struct baseline *, const char *file);
void baseline_free (struct baseline *);
/* Writes the fingerprints of findings; false after a message. */
bool baseline_write (const char *file, const struct finding *const *, uint32_t n);
/* Prints what is in one of two files only.  How many are new, or -1 after a message. */
int64_t baseline_diff (const char *old_file, const char *new_file);

#endif
