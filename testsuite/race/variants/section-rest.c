/* Blocks of an array, of which the last of as many threads as a variable says takes the rest.
   RACY 1 'v[]': one of the others takes it
   RACY 2 'v[]': there is one thread more
   RACY 3 'v[]': the number is changed when some threads run
   RACY 4 'v[]': the number of the last thread is that of another variable
   RACY 5 'v[]': each block is one longer */
#include "common.h"
#define N 100
static int v[N], threads, others = 3;
static void *work (void *argument)
{
  int id = (int)(intptr_t)argument, chunk = N / threads;
  int low = id * chunk;
  int high = id == (R == 4 ? others : threads) - 1 - (R == 1) ? N : low + chunk + (R == 5);
  for (int i = low; i < high; i++)
    v[i]++;
  return NULL;
}
int main (int argc, char **argv)
{
  threads = argc > 1 ? atoi (argv[1]) : 4;
  if (threads < 1)
    return 1;
  pthread_t *t = malloc ((threads + 1) * sizeof *t);
#if R == 2
  for (int i = 0; i <= threads; i++)
    pthread_create (&t[i], NULL, work, (void *)(intptr_t)i);
#else
  for (int i = 0; i < threads; i++)
    pthread_create (&t[i], NULL, work, (void *)(intptr_t)i);
#endif
#if R == 3
  threads--;
#endif
  for (int i = 0; i < threads; i++)
    pthread_join (t[i], NULL);
  free (t);
  return 0;
}
