#include "self-check.h"
#include "driver.h"
#include "models.h"
#include "text.h"
#include "unfinished.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

/* One location of each kind. */
static const char program[] = "#include <pthread.h>\n"
                              "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static int guarded, racy, constant = 1;\n"
                              "static void *worker (void *p)\n"
                              "{\n"
                              "  pthread_mutex_lock (&lock);\n"
                              "  guarded += constant;\n"
                              "  pthread_mutex_unlock (&lock);\n"
                              "  racy += constant;\n"
                              "  return p;\n"
                              "}\n"
                              "int main (void)\n"
                              "{\n"
                              "  pthread_t a, b;\n"
                              "  pthread_create (&a, 0, worker, 0);\n"
                              "  pthread_create (&b, 0, worker, 0);\n"
                              "  pthread_join (a, 0);\n"
                              "  pthread_join (b, 0);\n"
                              "  return guarded + racy;\n"
                              "}\n";

static bool tell (bool fine, const char *step, const char *what)
{
  printf ("%s: %s%s%s\n", fine ? "ok" : "FAILED", step, *what ? ": " : "", what);
  return fine;
}

static bool check_models (void)
{
  struct models *m = models_new ();
  char *count = text_format ("of %zu functions", (size_t)models_count (m));
  bool fine = tell (models_count (m) > 0, "built-in models", count);
  free (count);
  models_free (m);
  return fine;
}

/* Beside the program, as in a build, or where the compiler looks for it. */
static char *find_plugin (void)
{
  char *self = lrealpath ("/proc/self/exe"), *slash = strrchr (self, '/');
  if (slash)
    *slash = '\0';
  char *path = concat (self, "/racecheck.so", NULL);
  free (self);
  if (!access (path, R_OK))
    return path;
  free (path);
  return xstrdup ("racecheck");
}

/* In the folder FOLDER; what the compiler says is printed by itself. */
static bool compile (const char *source, const char *object)
{
  const char *compiler = getenv ("CC") && *getenv ("CC") ? getenv ("CC") : "gcc";
  char *plugin = find_plugin (), *flag = concat ("-fplugin=", plugin, NULL);
  char **command = buildargv (compiler);
  char *rest[] = {flag,           xstrdup ("-fplugin-arg-racecheck-strict"),
                  xstrdup ("-c"), xstrdup (source),
                  xstrdup ("-o"), xstrdup (object)};
  enum { N = sizeof rest / sizeof *rest };
  size_t n = (size_t)countargv (command);
  command = XRESIZEVEC (char *, command, n + N + 1);
  memcpy (command + n, rest, sizeof rest);
  command[n + N] = NULL;
  int status = 1, error = 0;
  const char *problem =
      pex_one (PEX_SEARCH, command[0], command, "racecheck", NULL, NULL, &status, &error);
  char *what = concat (plugin, " in ", compiler, problem ? ": " : "",
                       problem ? xstrerror (error) : "", NULL);
  bool fine = tell (!problem && !status, "plugin", what);
  free (what);
  freeargv (command);
  free (plugin);
  return fine;
}

static void note_findings (void *context, const struct findings *f)
{
  bool *fine = context;
  *fine = f->v.n == 1 && f->racy == 1 && f->guarded == 1 && !f->undecided && !f->without_facts &&
          !strcmp (f->v.v[0].location, "racy");
}

static void print_problem (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "racecheck: warning: %s\n", message);
}

static bool analyse (const char *object)
{
  struct options options;
  struct objfiles files = {0};
  bool fine = false;
  char *arguments[] = {xstrdup ("racecheck"), NULL};
  options_read (&options, 1, arguments);
  struct driver driver = {.options = &options, .use = note_findings, .context = &fine};
  objfiles_add (&files, object, print_problem, NULL);
  driver_run (&driver, &files);
  objfiles_free (&files);
  options_free (&options);
  free (arguments[0]);
  return tell (fine, "analysis", fine ? "the race is found, and no other" : "a wrong result");
}

bool self_check (void)
{
  const char *tmp = getenv ("TMPDIR");
  char *folder = concat (tmp && *tmp ? tmp : "/tmp", "/racecheck.XXXXXX", NULL);
  if (!mkdtemp (folder)) {
    tell (false, "folder for temporary files", folder);
    free (folder);
    return false;
  }
  char *source = concat (folder, "/check.c", NULL), *object = concat (folder, "/check.o", NULL);
  unfinished_add (folder);
  unfinished_add (source);
  unfinished_add (object);
  FILE *f = fopen (source, "w");
  bool fine = f && fputs (program, f) >= 0;
  fine = f && !fclose (f) && fine;
  fine = check_models () && fine && compile (source, object) && analyse (object);
  unlink (source);
  unlink (object);
  rmdir (folder);
  for (int i = 0; i < 3; i++)
    unfinished_remove ();
  free (source);
  free (object);
  free (folder);
  return fine;
}
