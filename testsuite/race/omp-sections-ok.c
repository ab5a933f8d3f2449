/* Sections that touch different things, and one after the other. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a, b, c;
int main (void)
{
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 2;
    }
#pragma omp sections
    {
#pragma omp section
      c = a + b;
#pragma omp section
      (void)0;
    }
  }
  printf ("%d\n", c);
  return 0;
}
