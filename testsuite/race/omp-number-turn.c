/* The neighbour is another thread's. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
int a[1001];
int main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads ();
    for (int i = me; i < 1000; i += all)
      a[i] = a[i + 1]; /* dg-warning "data race on 'a" */
  }
  return a[3];
}
