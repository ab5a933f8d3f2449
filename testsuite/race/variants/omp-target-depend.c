/* Tasks for devices that main creates outside of a region.
   RACY 1 'x': nobody waits
   RACY 2 'x': they name different variables
   RACY 3 'x': both only read what they name */
#include "common.h"
int main (void)
{
  int x = 0, y = 0;
#if R == 3
#pragma omp target map(tofrom : x) nowait depend(in : x)
#else
#pragma omp target map(tofrom : x) nowait depend(out : x)
#endif
  x = 5;
#if R == 2
#pragma omp target map(tofrom : x) nowait depend(out : y)
#elif R == 3
#pragma omp target map(tofrom : x) nowait depend(in : x)
#else
#pragma omp target map(tofrom : x) nowait depend(inout : x)
#endif
  x++;
#if R != 1
#pragma omp taskwait
#endif
  printf ("%d %d\n", x, y);
  return 0;
}
