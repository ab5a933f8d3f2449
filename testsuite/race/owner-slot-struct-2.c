/* A struct per thread in an array, with its handle, its part and its result. Racy: a thread reads
   the result of its neighbour. */
#include <pthread.h>
#include <stdio.h>

#define N 4

struct worker {
  pthread_t id;
  int from, to;
  long sum;
};

static struct worker workers[N];
static int numbers[400];

static void *run (void *argument)
{
  struct worker *w = argument;

  for (int i = w->from; i < w->to; i++)
    w->sum += numbers[i]; /* dg-warning "data race on 'workers\[\]\.sum'" dg-message "updated here" */
  if (w > workers)
    w->sum += w[-1].sum; /* dg-message "read here" */
  return NULL;
}

int main (void)
{
  long sum = 0;

  for (int i = 0; i < 400; i++)
    numbers[i] = i;
  for (int i = 0; i < N; i++) {
    workers[i].from = 100 * i;
    workers[i].to = 100 * i + 100;
  }
  for (int i = 0; i < N; i++)
    pthread_create (&workers[i].id, NULL, run, &workers[i]);
  for (int i = 0; i < N; i++) {
    pthread_join (workers[i].id, NULL);
    sum += workers[i].sum;
  }
  printf ("%ld\n", sum);
  return 0;
}
