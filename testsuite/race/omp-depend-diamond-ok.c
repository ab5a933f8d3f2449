/* Two tasks wait for one, and one for both. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a)
    a = 1;
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
    b = a + 1;
#pragma omp task depend(in : a) depend(out : c) shared(a, c)
    c = a + 2;
#pragma omp task depend(in : b, c) depend(out : d) shared(b, c, d)
    d = b + c;
#pragma omp taskwait
    printf ("%d\n", d);
  }
  return 0;
}
