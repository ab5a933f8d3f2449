/* A table of workers, created and joined by loops over pointers. */
#include <pthread.h>
#include <stdio.h>

struct worker {
  pthread_t thread;
  long result;
};

static struct worker table[6];

static void *work (void *argument)
{
  struct worker *w = argument;

  w->result = (long) w % 7;
  return NULL;
}

int main (void)
{
  struct worker *end = table + 6, *w;
  long sum = 0;

  for (w = table; w < end; w++)
    pthread_create (&w->thread, NULL, work, w);
  w = table;
  while (w < end)
    pthread_join ((w++)->thread, NULL);
  for (w = table; w < end; w++)
    sum += w->result;
  printf ("%ld\n", sum);
  return 0;
}
