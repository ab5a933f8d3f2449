/* A variable that each thread has for itself. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int counter;
#pragma omp threadprivate(counter)
static int sum;
int main (void)
{
#pragma omp parallel
  {
    counter = 0;
#pragma omp for
    for (int i = 0; i < 100; i++)
      counter++;
#pragma omp atomic
    sum += counter;
  }
  printf ("%d\n", sum);
  return 0;
}
