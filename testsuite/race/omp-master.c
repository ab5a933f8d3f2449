/* Only the first thread of the team, without a barrier. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int limit, a[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp master
    limit = 50; /* dg-warning "data race on 'limit'" */
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = limit;
  }
  printf ("%d\n", a[4]);
  return 0;
}
