/* Two threads have one slot. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdio.h>
static int a[64];
int main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num ();
    a[me / 2]++; /* dg-warning "data race on 'a" */
  }
  printf ("%d\n", a[0]);
  return 0;
}
