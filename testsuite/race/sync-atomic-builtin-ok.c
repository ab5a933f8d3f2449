/* All accesses with the __atomic builtins. */
#include <pthread.h>
#include <stdio.h>

static int stop;
static long rounds;

static void *work (void *unused)
{
  while (!__atomic_load_n (&stop, __ATOMIC_ACQUIRE))
    __atomic_add_fetch (&rounds, 1, __ATOMIC_RELAXED);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  while (__atomic_load_n (&rounds, __ATOMIC_RELAXED) < 10)
    ;
  __atomic_store_n (&stop, 1, __ATOMIC_RELEASE);
  pthread_join (id, NULL);
  printf ("%d\n", rounds > 0);
  return 0;
}
