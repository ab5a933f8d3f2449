/* The last element is the first of the next chunk. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
int a[1001];
int main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads (), part = 1000 / all;
    for (int i = me * part; i <= me * part + part; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
  }
  return a[3];
}
