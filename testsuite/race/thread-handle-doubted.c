/* What comes out of a table may be a thread or a note: that the text of a note is not stored over the handle of a thread
   is doubted.  */
/* dg-racecheck-options "--no-assume=handles" */
#include <pthread.h>
#include <stdlib.h>

struct worker {
  long id;
  pthread_t handle;
};

struct note {
  long id;
  const char *text;
};

static void *table[2];
static int total;

static void *count (void *unused)
{
  total++; /* dg-warning "data race on 'total'" */
  return unused;
}

int main (int argc, char **argv)
{
  struct worker *w = calloc (1, sizeof *w);
  struct note *n = calloc (1, sizeof *n);

  if (!w || !n)
    abort ();
  table[0] = w;
  table[1] = n;
  if (pthread_create (&w->handle, NULL, count, NULL))
    abort ();
  ((struct note *)table[argc > 1])->text = argv[0];
  pthread_join (w->handle, NULL);
  total++; /* dg-message "updated here" */
  return total;
}
