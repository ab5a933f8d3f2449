/* racecheck: the command.  Reads the files that the user named, has them analysed (driver.c is the
   pipeline), and prints what was found. */

#include "driver.h"
#include "each.h"
#include "formats.h"
#include "self-check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

enum { EXIT_RACES = 1, EXIT_UNREADABLE = 2 };

static void print_problem (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "racecheck: warning: %s\n", message);
}

static bool read_objects (const struct options *o, struct objfiles *files)
{
  bool any = false;
  for (size_t i = 0; i < o->n_files; i++)
    any |= objfiles_add (files, o->files[i], print_problem, NULL);
  return any || !o->n_files;
}

struct command {
  const struct options *options;
  struct choice choice;
  uint32_t findings;
  bool failed; /* to write them */
};

static void write_findings (void *context, const struct findings *findings)
{
  struct command *c = context;
  c->failed |= !report_write (findings, &c->options->report, &c->choice, &c->findings);
}

/* The report of a program that needs no analysis, or that nothing is known of. */
static void write_nothing (struct command *c, const struct driver *driver,
                           enum findings_state state)
{
  struct findings none = {.state = state, .without_facts = driver->without_facts};
  if (c->options->dump == DUMP_NONE && !c->options->explain && !c->options->report.brief)
    write_findings (c, &none);
}

static int compare (const struct options *o)
{
  int64_t added = baseline_diff (o->files[0], o->files[1]);
  return added < 0 ? EXIT_UNREADABLE : added && o->report.werror ? EXIT_RACES : 0;
}

/* One program. */
static int run (void *options)
{
  struct options *o = options;
  struct objfiles files = {0};
  struct command command = {.options = o};
  if (!choice_init (&command.choice, &o->choice)) {
    choice_free (&command.choice);
    return EXIT_UNREADABLE;
  }
  struct driver driver = {.options = o, .use = write_findings, .context = &command};
  if (!o->report.program && o->n_files)
    o->report.program = o->files[0];
  o->limits.progress = isatty (STDERR_FILENO) && !o->report.brief;
  bool readable = read_objects (o, &files);
  enum driver_result result = driver_run (&driver, &files);
  objfiles_free (&files);
  if (result == DRIVER_NO_THREADS)
    write_nothing (&command, &driver, FINDINGS_NO_THREADS);
  if (result == DRIVER_NO_FACTS)
    write_nothing (&command, &driver, FINDINGS_NO_FACTS);
  choice_free (&command.choice);
  if (!readable || result == DRIVER_UNREADABLE || command.failed)
    return EXIT_UNREADABLE;
  return command.findings && o->report.werror ? EXIT_RACES : 0;
}

static int run_all (struct options *o)
{
  if (o->self_check)
    return self_check () ? 0 : EXIT_UNREADABLE;
  if (!o->n_files && o->dump != DUMP_MODELS) {
    fprintf (stderr, "racecheck: error: no input files\n");
    return EXIT_UNREADABLE;
  }
  if (o->diff)
    return compare (o);
  return o->each ? each_run (o, run, EXIT_UNREADABLE) : run (o);
}

/* What libiberty calls before it ends the program: no memory, @-files without end. */
extern void (*_xexit_cleanup) (void);

static void exit_from_libiberty (void)
{
  exit (EXIT_UNREADABLE);
}

int main (int argc, char **argv)
{
  struct options o;
  int status = 0;
  _xexit_cleanup = exit_from_libiberty;
  if (!options_read (&o, argc, argv))
    status = EXIT_UNREADABLE;
  else if (!o.done)
    status = run_all (&o);
  options_free (&o);
  if (fflush (stdout) || ferror (stdout)) {
    fprintf (stderr, "racecheck: error: cannot write the output\n");
    return EXIT_UNREADABLE;
  }
  return status;
}
