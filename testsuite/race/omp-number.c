/* The number of the thread as index, and the next one. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdio.h>
static int a[65];
int main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num ();
    a[me] = me; /* dg-warning "data race on 'a" dg-message "written here" */
    a[me + 1]++; /* dg-message "updated here" */
  }
  printf ("%d\n", a[0]);
  return 0;
}
