/* One thread of the team sets a flag, another waits for it.
   RACY 1 'data': the atomics order nothing
   RACY 2 'data': another thread may set the flag, too
   RACY 3 'data': the region is executed again, and the flag is still set
   RACY 4 'data': another thread than that which sets the flag writes
   RACY 5 'data': nobody waits
   RACY 6 'data': it is written again afterwards */
#include "common.h"
#include <omp.h>
static int data, flag;
static void hand_over (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), f = 0;
    if (me == (R == 4 ? 2 : 0))
      data = 42;
    if (me == 0) {
#if R == 1
#pragma omp atomic write
      flag = 1;
#else
#pragma omp atomic write release
      flag = 1;
#endif
#if R == 6
      data = 43;
#endif
    }
#if R == 2
    if (me == 3) {
#pragma omp atomic write release
      flag = 1;
    }
#endif
    if (me == 1) {
      while (!f) {
#if R == 1
#pragma omp atomic read
        f = flag;
#else
#pragma omp atomic read acquire
        f = flag;
#endif
        if (R == 5)
          break;
      }
      printf ("%d\n", data);
    }
  }
}
int main (void)
{
#if R == 3
  for (int i = 0; i < 3; i++)
#endif
    hand_over ();
  return 0;
}
