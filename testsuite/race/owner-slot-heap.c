/* A malloc'ed array of structs, one element per thread, dynamic number.  Racy: every thread gets
   the first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
  int low, high, hits;
};

static void *search (void *argument)
{
  struct part *p = argument;

  for (int i = p->low; i < p->high; i++)
    if (i % 7 == 0)
      p->hits++; /* dg-warning "data race on '[^']*hits" dg-message "updated here" dg-message "updated here" */
  return NULL;
}

int main (int argc, char **argv)
{
  int n = argc + 3, hits = 0;
  struct part *parts = calloc (n, sizeof *parts);
  pthread_t *id = malloc (n * sizeof *id);

  (void) argv;
  if (!parts || !id)
    abort ();
  for (int i = 0; i < n; i++) {
    parts[i].low = i * 100;
    parts[i].high = i * 100 + 100;
  }
  for (int i = 0; i < n; i++)
    pthread_create (&id[i], NULL, search, parts);
  for (int i = 0; i < n; i++) {
    pthread_join (id[i], NULL);
    hits += i;
  }
  for (int i = 0; i < n; i++)
    hits += parts[i].hits;
  printf ("%d\n", hits);
  free (parts);
  free (id);
  return 0;
}
