/* As many threads are joined as could be created.
   RACY 1 'hits': one is left out
   RACY 2 'hits': all but the last
   RACY 3 'hits': a thread may be created that is not counted
   RACY 4 'hits': looked at before the join
   RACY 5 'hits': some rounds overwrite the handle */
#include "common.h"
static int hits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run (void *a)
{
  pthread_mutex_lock (&m);
  hits++;
  pthread_mutex_unlock (&m);
  return a;
}
int main (int argc, char **argv)
{
  pthread_t t[16];
  int started = 0;
  for (int i = 0; i < 16; i++) {
    if (pthread_create (&t[started], 0, run, 0) != 0)
      break;
#if R == 3
    if (i == argc)
      break;
#elif R == 5
    if (i == argc)
      continue;
#endif
    started++;
  }
#if R == 4
  printf ("%d\n", hits);
#endif
#if R == 2
  for (int i = 0; i < started - 1; i++)
#else
  for (int i = 0; i < started; i++)
#endif
  {
#if R == 1
    if (i == 3)
      continue;
#endif
    pthread_join (t[i], 0);
  }
  printf ("%d\n", hits);
  return 0;
}
