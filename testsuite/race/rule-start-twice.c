/* RULES 1.4: one thread per slot.  Racy: what starts them is called twice. */
#include <pthread.h>
#include <stdio.h>

#define N 2

static int slot[N];
static pthread_t id[2 * N];
static int started;

static void *worker (void *arg)
{
  int *mine = arg;

  ++*mine; /* dg-warning "data race on '[^']*(slot|mine)" dg-message "updated here" dg-message "updated here" */
  return NULL;
}

static void start (void)
{
  for (int i = 0; i < N; i++)
    pthread_create (&id[started++], NULL, worker, &slot[i]);
}

int main (void)
{
  start ();
  start ();
  for (int i = 0; i < started; i++)
    pthread_join (id[i], NULL);
  printf ("%d %d\n", slot[0], slot[1]);
  return 0;
}
