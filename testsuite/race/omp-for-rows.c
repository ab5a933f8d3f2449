/* The inner counter is shared. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static double m[50][60];
int main (void)
{
  int i, j;
#pragma omp parallel for
  for (i = 0; i < 50; i++)
    for (j = 0; j < 60; j++) /* dg-warning "data race on 'j'" */
      m[i][j] = i + j;
  printf ("%f\n", m[3][4]);
  return 0;
}
