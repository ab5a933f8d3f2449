/* Two sections write one variable. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a;
int main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    a = 1; /* dg-warning "data race on 'a'" */
#pragma omp section
    a = 2;
  }
  printf ("%d\n", a);
  return 0;
}
