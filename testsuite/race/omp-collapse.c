/* Two loops as one, but the element depends on one of them. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int m[20];
int main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      m[i] += j; /* dg-warning "data race on 'm" */
  printf ("%d\n", m[3]);
  return 0;
}
