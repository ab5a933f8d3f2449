/* Branches without constructs may be different ones for each thread, also if a construct follows. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
static int a[101], first, second;
int main (void)
{
#pragma omp parallel
  {
#pragma omp barrier
    if (omp_get_thread_num () % 2)
      first = 1; /* dg-warning "data race on 'first'" */
    else
      a[100] = first; /* dg-warning "data race on 'a" */
    if (omp_get_thread_num () == 1)
      second = 1; /* dg-warning "data race on 'second'" */
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      a[i] = second;
  }
  return a[2];
}
