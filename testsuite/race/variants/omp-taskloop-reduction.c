/* RACY 1 's': no reduction
   RACY 2 's': nobody waits for the tasks
   RACY 3 'last': a second variable */
#include "common.h"
int main (void)
{
  enum { N = 100 };
  int a[N], s = 0, last = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel
#pragma omp single
  {
#if R == 0 || R == 3
#pragma omp taskloop reduction(+ : s)
#elif R == 1
#pragma omp taskloop
#else
#pragma omp taskloop nogroup
#endif
    for (int i = 0; i < N; i++) {
      s += a[i];
#if R == 3
      last = i;
#endif
    }
    s++;
  }
  printf ("%d %d\n", s, last);
  return 0;
}
