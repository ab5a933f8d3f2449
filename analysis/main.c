/* racecheck: the command.  Reads the files that the user named, has them analysed (driver.c is the
   pipeline), and prints what was found. */

#include "driver.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
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

static void print_findings (void *context, const struct findings *findings)
{
  const struct options *o = context;
  report_text (findings, &o->report, stdout);
}

static int run (struct options *o)
{
  struct objfiles files = {0};
  struct driver driver = {.options = o, .use = print_findings, .context = o};
  bool readable = read_objects (o, &files);
  enum driver_result result = driver_run (&driver, &files);
  objfiles_free (&files);
  if (result == DRIVER_NO_THREADS)
    printf ("racecheck: no thread is created: nothing can race\n");
  if (!readable || result == DRIVER_UNREADABLE)
    return EXIT_UNREADABLE;
  return driver.findings && o->report.werror ? EXIT_RACES : 0;
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
    status = run (&o);
  options_free (&o);
  if (fflush (stdout) || ferror (stdout)) {
    fprintf (stderr, "racecheck: error: cannot write the output\n");
    return EXIT_UNREADABLE;
  }
  return status;
}
