/* What comes out of a table may be anywhere in a thread or in text: that text is not written over the handle of a thread
   is doubted.  */
/* dg-racecheck-options "--no-assume=handles" */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  long id;
  pthread_t handle;
};

static void *table[2];
static struct worker *worker, kept;
static int total;

static void *count (void *unused)
{
  total++; /* dg-warning "data race on 'total'" */
  return unused;
}

int main (int argc, char **argv)
{
  worker = calloc (1, sizeof *worker);
  char *text = calloc (1, 100);

  if (!worker || !text)
    abort ();
  table[0] = worker;
  table[1] = text;
  if (pthread_create (&worker->handle, NULL, count, NULL))
    abort ();
  kept = *worker;
  snprintf ((char *)table[argc > 1] + argc, 20, "%s", argv[0]);
  pthread_join (worker->handle, NULL);
  total++; /* dg-message "updated here" */
  return total;
}
