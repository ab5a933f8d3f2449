/* Trylock, access on the success path. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int collected;

static void *collector (void *unused)
{
  int missed = 0;

  for (int i = 0; i < 5; i++) {
    if (pthread_mutex_trylock (&lock) == 0) {
      collected++;
      pthread_mutex_unlock (&lock);
    } else {
      missed++;
    }
    usleep (300);
  }
  printf ("missed %d\n", missed);
  return unused;
}

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  usleep (1000);
  collected++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, collector, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", collected);
  return 0;
}
