/* It does not wait for a task from before. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1; /* dg-warning "data race on 'x" */
#pragma omp taskgroup
    {
#pragma omp task
      puts ("hello");
    }
    x = 2;
  }
  return x;
}
