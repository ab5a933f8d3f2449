/* A try of an atomic_flag: who gets it updates, the others go on. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag owner = ATOMIC_FLAG_INIT;
static int last;

static void *poll_once (void *arg)
{
  if (!atomic_flag_test_and_set (&owner)) {
    last++;
    atomic_flag_clear (&owner);
  }
  return arg;
}

int main (void)
{
  pthread_t id[3];

  for (int i = 0; i < 3; i++)
    pthread_create (&id[i], NULL, poll_once, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", last);
  return 0;
}
