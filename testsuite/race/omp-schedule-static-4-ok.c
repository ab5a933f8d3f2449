/* Whatever the schedule is, an iteration has one thread. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static,4)
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for schedule(static,4)
    for (int i = 0; i < 99; i++)
      a[i] = a[i] + 1;
  }
  printf ("%d\n", a[5]);
  return 0;
}
