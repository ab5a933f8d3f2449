#include "each.h"
#include "isolate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

struct program_run {
  struct options options;
  struct isolated child;
  bool started;
};

static void start (struct program_run *p, const struct options *all, size_t i,
                   int (*run) (void *options))
{
  p->options = *all;
  p->options.files = &all->files[i];
  p->options.n_files = 1;
  p->started = isolate_start (&p->child, run, &p->options);
}

static int finish (struct program_run *p, int failed)
{
  struct text out = {0}, why = {0};
  int status = -1;
  if (p->started)
    status = isolate_finish (&p->child, &out, &why);
  else
    text_add (&why, "not started");
  if (status < 0)
    text_printf (&out, "racecheck: error: the analysis was %s\n", text_of (&why));
  if (out.n)
    printf ("racecheck: %s:\n%s", p->options.files[0], text_of (&out));
  text_free (&out);
  text_free (&why);
  return status < 0 ? failed : status;
}

int each_run (const struct options *o, int (*run) (void *options), int failed)
{
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  size_t jobs = o->jobs ? o->jobs : processors > 0 ? (size_t)processors : 1, begun = 0;
  struct program_run *runs = XCNEWVEC (struct program_run, o->n_files + 1);
  int worst = 0;
  for (size_t i = 0; i < o->n_files; i++) {
    for (; begun < o->n_files && begun < i + jobs; begun++)
      start (&runs[begun], o, begun, run);
    int status = finish (&runs[i], failed);
    worst = status > worst ? status : worst;
  }
  free (runs);
  return worst;
}
