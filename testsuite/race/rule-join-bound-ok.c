/* RULES 1.1 join bound: both loops run to the same global. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id[8];
static int n = 3, spare, done;

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  done++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void shrink (void)
{
  spare++;
}

int main (void)
{
  for (int i = 0; i < n; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  shrink ();
  for (int i = 0; i < n; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", done);
  return 0;
}
