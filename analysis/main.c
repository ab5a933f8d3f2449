/* racecheck: the whole-program pass.  Reads like the pipeline: objects, units, and what was asked
   for. */

#include "dump.h"
#include "load.h"
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_UNREADABLE = 2 };

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
  return any;
}

/* The order of dumps must not depend on the order of the command line. */
static int by_key (const void *a, const void *b)
{
  const struct unit *x = *(struct unit *const *)a, *y = *(struct unit *const *)b;
  int order = strcmp (x->r.key ? x->strings[x->r.key] : "", y->r.key ? y->strings[y->r.key] : "");
  return order ? order : strcmp (x->object, y->object);
}

static void dump (const struct options *o, const struct units *units)
{
  struct unit **sorted = malloc ((units->n + 1) * sizeof *sorted);
  if (!sorted)
    return;
  memcpy (sorted, units->v, units->n * sizeof *sorted);
  qsort (sorted, units->n, sizeof *sorted, by_key);
  for (size_t i = 0; i < units->n; i++) {
    if (o->dump == DUMP_FACTS)
      dump_facts (sorted[i], stdout);
    else if (o->dump == DUMP_ACCESSES)
      dump_accesses (sorted[i], stdout);
  }
  free (sorted);
}

static void print_stats (const struct objfiles *files, const struct units *units)
{
  size_t functions = 0, instructions = 0, types = 0;
  for (size_t i = 0; i < units->n; i++) {
    const struct unit *u = units->v[i];
    functions += u->n_functions;
    types += u->n_types;
    for (uint32_t k = 0; k < u->n_functions; k++)
      instructions += u->functions[k].n_records;
  }
  printf ("objects              %zu\n", files->n);
  printf ("  without facts      %zu\n", units->without_facts);
  printf ("units                %zu\n", units->n);
  printf ("  damaged            %zu\n", units->damaged);
  printf ("functions            %zu\n", functions);
  printf ("instructions         %zu\n", instructions);
  printf ("types                %zu\n", types);
  printf ("bytes of facts       %zu\n", units->facts_bytes);
  printf ("bytes of memory      %zu\n", units->arena.bytes);
}

static void name_objects_without_facts (const struct objfiles *files, const struct units *units)
{
  if (!units->without_facts)
    return;
  fprintf (stderr, "racecheck: note: facts missing for %zu of %zu objects:", units->without_facts,
           files->n);
  for (size_t i = 0, shown = 0; i < files->n; i++)
    if (!files->v[i].facts && !files->v[i].damaged)
      fprintf (stderr, "%s %s", shown++ ? "," : "", files->v[i].name);
  fprintf (stderr, "\n");
}

int main (int argc, char **argv)
{
  struct options o;
  struct objfiles files = {0};
  struct units units = {0};
  int status = 0;

  if (!options_read (&o, argc, argv))
    return EXIT_UNREADABLE;
  if (o.done)
    return 0;
  if (!read_objects (&o, &files))
    status = EXIT_UNREADABLE;
  units_load (&units, &files, print_problem, NULL);
  if (units.damaged && !units.n)
    status = EXIT_UNREADABLE;
  name_objects_without_facts (&files, &units);
  dump (&o, &units);
  if (o.stats)
    print_stats (&files, &units);

  units_free (&units);
  objfiles_free (&files);
  options_free (&o);
  if (fflush (stdout) || ferror (stdout)) {
    fprintf (stderr, "racecheck: error: cannot write the output\n");
    return EXIT_UNREADABLE;
  }
  return status;
}
