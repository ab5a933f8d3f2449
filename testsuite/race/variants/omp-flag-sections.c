/* One section hands over to another, by a flag.
   RACY 1 'data': the atomics order nothing
   RACY 2 'data': the third section sets the flag, too
   RACY 3 'data': it is written again afterwards
   RACY 4 'data': the section that writes is not the one that sets the flag
   RACY 5 'data': sections are executed again, and the flag is still set */
#include "common.h"
static int data, flag, other;
static void hand_over (void)
{
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    {
#if R != 4
      data = 42;
#endif
#if R == 1
#pragma omp atomic write
      flag = 1;
#else
#pragma omp atomic write release
      flag = 1;
#endif
#if R == 3
      data = 43;
#endif
    }
#pragma omp section
    {
      int f = 0;
      while (!f) {
#if R == 1
#pragma omp atomic read
        f = flag;
#else
#pragma omp atomic read acquire
        f = flag;
#endif
      }
      printf ("%d\n", data);
    }
#pragma omp section
    {
      other = 1;
#if R == 2
#pragma omp atomic write release
      flag = 1;
#elif R == 4
      data = 42;
#endif
    }
  }
}
int main (void)
{
  hand_over ();
  if (R == 5)
    hand_over ();
  return other;
}
