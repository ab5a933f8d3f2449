/* Tasks that write the variable of the thread that does them. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int own;
#pragma omp threadprivate(own)
static void add (int *p) { *p += 1; }
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    add (&own);
#pragma omp task
    own = 2;
  }
  return 0;
}
