/* A write, a barrier, reads. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdio.h>
static int x, a[64];
int main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      x = 5;
#pragma omp barrier
    a[me] = x;
  }
  printf ("%d\n", a[0]);
  return 0;
}
