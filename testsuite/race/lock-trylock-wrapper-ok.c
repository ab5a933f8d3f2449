/* Trylock behind a wrapper that says whether it succeeded. */
/* dg-additional-sources "lock-trylock-wrapper-b-ok.c" */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int cache_try_enter (void);
void cache_enter (void);
void cache_leave (void);

static int evicted;

static void *evictor (void *unused)
{
  for (int i = 0; i < 5; i++) {
    int entered = cache_try_enter ();

    if (entered)
      evicted++;
    if (entered)
      cache_leave ();
    usleep (300);
  }
  return unused;
}

static void *user (void *unused)
{
  cache_enter ();
  usleep (1000);
  evicted = 0;
  cache_leave ();
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, user, NULL);
  pthread_create (&b, NULL, evictor, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", evicted);
  return 0;
}
