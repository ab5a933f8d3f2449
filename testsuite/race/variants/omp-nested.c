/* Regions inside a region.
   RACY 1 'w[]': the inner teams number their threads alike
   RACY 2 's': a sum of the inner team without reduction
   RACY 3 'all': one thread of each inner team
   RACY 4 'w[]': tasks of each inner team go through the same elements
   RACY 5 'w[]': each inner team goes through all of them */
#include "common.h"
#include <omp.h>
enum { N = 32 };
static int w[N], all, sums[N];
int main (void)
{
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(4)
  {
    int o = omp_get_thread_num (), s = 0;
#if R == 2
#pragma omp parallel num_threads(4)
#else
#pragma omp parallel num_threads(4) reduction(+ : s)
#endif
    {
      s += omp_get_thread_num ();
      if (R == 1)
        w[omp_get_thread_num ()] = o;
#if R == 3
#pragma omp single
      all++;
#endif
#pragma omp critical
      all++;
#if R == 4
#pragma omp single
      for (int i = 0; i < N; i++)
#pragma omp task firstprivate(i)
        w[i] = o;
#endif
#if R == 5
#pragma omp for
      for (int i = 0; i < N; i++)
        w[i] = o;
#endif
    }
    sums[o] = s;
  }
  printf ("%d %d %d\n", w[0], all, sums[0]);
}
