/* Runs the unit tests of analysis/: all suites, or those named on the command line. */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line per file test-NAME.c, which defines Suite *NAME_suite (void). */
#define SUITES(X) \
  X (archive) \
  X (calls) \
  X (constants) \
  X (containers) \
  X (contexts) \
  X (damage) \
  X (domains) \
  X (effects) \
  X (escape) \
  X (exprs) \
  X (facts) \
  X (flow) \
  X (fold) \
  X (formats) \
  X (graphs) \
  X (isolate) \
  X (keep) \
  X (linear) \
  X (locks) \
  X (merge) \
  X (models) \
  X (models_wrong) \
  X (naming) \
  X (numbers) \
  X (objfile) \
  X (once) \
  X (permits) \
  X (phases) \
  X (pointers) \
  X (prefilter) \
  X (program) \
  X (report) \
  X (rounds) \
  X (sets) \
  X (tables) \
  X (source) \
  X (teams) \
  X (terms) \
  X (text) \
  X (threads) \
  X (unfinished) \
  X (verdicts) \
  X (wrappers)

#define DECLARE(name) Suite *name##_suite (void);
SUITES (DECLARE)

static const struct {
  const char *name;
  Suite *(*make) (void);
} suites[] = {
#define ROW(name) {#name, name##_suite},
  SUITES (ROW)
};

static int wanted (const char *name, int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], name))
      return 1;
  return argc == 1;
}

int main (int argc, char **argv)
{
  SRunner *runner = NULL;
  for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
    if (!wanted (suites[i].name, argc, argv))
      continue;
    Suite *suite = suites[i].make ();
    if (runner)
      srunner_add_suite (runner, suite);
    else
      runner = srunner_create (suite);
  }
  if (!runner) {
    fprintf (stderr, "%s: no such suite\n", argv[0]);
    return 2;
  }
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
