/* Arguments of the threads in an array from the heap, with a buffer each; results are read after
   the joins. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
  int first, count;
  int *buffer;
  long sum;
};

static void *fill (void *argument)
{
  struct part *p = argument;

  for (int i = 0; i < p->count; i++) {
    p->buffer[i] = p->first + i;
    p->sum += p->buffer[i];
  }
  return NULL;
}

int main (int argc, char **argv)
{
  int n = argc + 3;
  pthread_t *ids = malloc (n * sizeof *ids);
  struct part *parts = calloc (n, sizeof *parts);
  long sum = 0;

  if (!ids || !parts)
    abort ();
  for (int i = 0; i < n; i++) {
    parts[i].first = i * 10;
    parts[i].count = 10;
    parts[i].buffer = malloc (10 * sizeof (int));
    if (!parts[i].buffer)
      abort ();
    if (pthread_create (&ids[i], NULL, fill, &parts[i]))
      abort ();
  }
  for (int i = 0; i < n; i++)
    pthread_join (ids[i], NULL);
  for (int i = 0; i < n; i++) {
    sum += parts[i].sum;
    free (parts[i].buffer);
  }
  printf ("%ld\n", sum);
  free (parts);
  free (ids);
  return 0;
}
