/* A team of two has one thread besides the first.
   RACY 1 'r': a team of three has two
   RACY 2 'r': the first one, too */
#include "common.h"
#include <omp.h>
int main (void)
{
  int r = 0, s = 0;
#pragma omp parallel num_threads(R == 1 ? 3 : 2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      s++;
    else
      r++;
    if (R == 2 && me < 1)
      r++;
  }
  printf ("%d %d\n", r, s);
}
