/* RULES 1.1 join bound: both loops run to the same global.
   Racy: a call in between makes it smaller. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id[8];
static int n = 3, spare, done;

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  done++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

static void shrink (void)
{
  spare++;
  n--;
}

int main (void)
{
  for (int i = 0; i < n; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  shrink ();
  for (int i = 0; i < n; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", done); /* dg-warning "data race on 'done'" dg-message "read here" */
  return 0;
}
