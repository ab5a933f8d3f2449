/* Regions inside others and in threads of their own do not spoil what is known of those that main starts.
   RACY 1 'total': each of the inner teams has a `single'
   RACY 2 'total': a thread starts a region while main is in one
   RACY 3 'slot[]': an untied task may go on in another thread
   RACY 4 'total': each of the inner teams has a thread 0 */
#include "common.h"
#include <omp.h>
static int total, slot[256], a[1000], own[16];
static void count (void)
{
#pragma omp single
  total++;
}
static void *other (void *p)
{
#pragma omp parallel
  {
    int x = omp_get_thread_num ();
    x += *(int *)p;
#if R == 2
    count ();
#endif
  }
  return 0;
}
static void inner (void)
{
#pragma omp parallel num_threads(2)
  {
#if R == 1
    count ();
#elif R == 4
    if (omp_get_thread_num () == 0)
      total++;
#else
    int x = omp_get_thread_num ();
    x++;
#endif
  }
}
int main (void)
{
  pthread_t t;
  int *mine = calloc (1, sizeof *mine);
#if R == 2
  spawn (&t, other, mine);
#endif
#pragma omp parallel
  {
    inner ();
#pragma omp barrier
    count ();
#pragma omp for
    for (int i = 0; i < 999; i++)
      a[i] = i;
    if (omp_get_thread_num () == 0)
      total++;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 10; i++) {
#if R == 3
#pragma omp task untied
#else
#pragma omp task
#endif
      {
        int t = omp_get_thread_num ();
#pragma omp taskyield
        slot[t]++;
      }
    }
  }
#if R == 2
  pthread_join (t, 0);
#endif
  printf ("%d %d\n", total, a[0]);
  return 0;
}
