/* Only the first thread of the team, and a barrier. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int limit, a[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp master
    limit = 50;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = limit;
#pragma omp master
    limit++;
  }
  printf ("%d %d\n", a[4], limit);
  return 0;
}
