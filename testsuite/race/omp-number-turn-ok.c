/* The threads take elements in turn. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
int a[1000];
int main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads ();
    for (int i = me; i < 1000; i += all)
      a[i] = i;
  }
  return a[3];
}
