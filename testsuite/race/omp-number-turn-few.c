/* There are more threads than the loop counts by. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
int a[1001];
int main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads () / 2 + 1;
    for (int i = me; i < 1000; i += all)
      a[i]++; /* dg-warning "data race on 'a" */
  }
  return a[3];
}
