/* Tasks of a loop wait for each other by a variable that nobody uses. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int total;
int main (void)
{
  char token;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(inout : token)
    total += i;
  }
  printf ("%d\n", total);
  return 0;
}
