/* A table of workers, created and joined by loops over pointers. Racy: the last worker is not
   joined. */
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

  w->result = (long) w % 7; /* dg-warning "data race on 'table\[\]\.result'" dg-message "written here" */
  return NULL;
}

int main (void)
{
  struct worker *end = table + 6, *w;
  long sum = 0;

  for (w = table; w < end; w++)
    pthread_create (&w->thread, NULL, work, w);
  w = table;
  while (w < end - 1)
    pthread_join ((w++)->thread, NULL);
  for (w = table; w < end; w++)
    sum += w->result; /* dg-message "read here" */
  printf ("%ld\n", sum);
  return 0;
}
