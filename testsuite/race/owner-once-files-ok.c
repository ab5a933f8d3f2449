/* A heap object made once with pthread_once, the accessor in another file. */
/* dg-additional-sources "owner-once-files-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

int *primes (void);

static void *work (void *unused)
{
  printf ("%d\n", primes ()[2]);
  return unused;
}

int main (void)
{
  pthread_t id[3];

  for (int i = 0; i < 3; i++)
    pthread_create (&id[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
