/* Even and odd elements of one iteration. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[200];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    a[2 * i] = i;
    a[2 * i + 1] = -i;
  }
  printf ("%d\n", a[5]);
  return 0;
}
