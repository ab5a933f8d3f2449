/* Each thread has an argument with a buffer of its own. Racy: all arguments have the same buffer. */
#include <pthread.h>
#include <stdlib.h>

#define N 3

struct part {
  int *buffer;
  int n;
};

static struct part parts[N];

static void *work (void *argument)
{
  struct part *p = argument;

  for (int i = 0; i < p->n; i++)
    p->buffer[i]++; /* dg-warning "data race on 'p->buffer\[i\]'" dg-message "updated here" dg-message "updated here" */
  return NULL;
}

int main (void)
{
  pthread_t ids[N];
  int *one = calloc (8, sizeof (int));

  for (int i = 0; i < N; i++) {
    parts[i].n = 8;
    parts[i].buffer = one;
    if (!parts[i].buffer)
      abort ();
    pthread_create (&ids[i], NULL, work, &parts[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (ids[i], NULL);
  return 0;
}
