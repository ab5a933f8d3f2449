/* Two loops as one. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int m[20][30];
int main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      m[i][j] = i * j;
  printf ("%d\n", m[3][4]);
  return 0;
}
