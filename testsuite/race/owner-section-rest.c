/* The second-last thread has the rest, which is the block of the last one too.  */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4 };

static int length;
static double *a;

static void *work (void *p)
{
  int id = *(int *)p;
  int chunk = length / THREADS;
  int from = id * chunk;
  int to = id == THREADS - 2 ? length : from + chunk;
  for (int i = from; i < to; i++)
    a[i] = i; /* dg-warning "data race on .a" */
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t[THREADS];
  int ids[THREADS];
  length = argc > 1 ? atoi (argv[1]) : 1003;
  a = malloc (length * sizeof *a);
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    pthread_create (&t[i], NULL, work, &ids[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  return a[5] > 3;
}
