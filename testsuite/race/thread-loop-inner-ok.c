/* A loop creates a thread for each element, by a function of the program that ends it if it cannot. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add (void *unused)
{
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void start (pthread_t *id, void *(*run) (void *))
{
  if (pthread_create (id, NULL, run, NULL) != 0)
    abort ();
}

static void end (pthread_t id)
{
  if (pthread_join (id, NULL) != 0)
    abort ();
}

int main (void)
{
  pthread_t ids[4];

  for (int i = 0; i < 4; i++)
    start (&ids[i], add);
  for (int i = 0; i < 4; i++)
    end (ids[i]);
  printf ("%d\n", total);
  return 0;
}
