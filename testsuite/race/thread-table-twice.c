/* Threads are created by one of two calls, with handles in what a table of pointers leads to; all of its
   elements are one.  Racy: the threads have their number in common. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 4 };

struct worker {
  pthread_t id;
  int count;
};

static struct worker *workers[N];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work (void *p)
{
  struct worker *w = p;
  w->count++; /* dg-warning "data race on 'w->count'" dg-message "updated here" */
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (int argc, char **argv)
{
  struct worker *one = calloc (1, sizeof *one);
  (void)argv;
  for (int i = 0; i < N; i++)
    workers[i] = one;
  for (int i = 0; i < N; i++)
    if (argc > 1)
      pthread_create (&workers[i]->id, NULL, work, workers[i]);
    else
      pthread_create (&workers[i]->id, NULL, work, workers[i]);
  for (int i = 0; i < N; i++)
    pthread_join (workers[i]->id, NULL);
  return 0;
}
