/* Each thread has a chunk of its own. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
int a[1000];
int main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads (), part = 1000 / all;
    for (int i = me * part; i < me * part + part; i++)
      a[i] = i;
  }
  return a[3];
}
