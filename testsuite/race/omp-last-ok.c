/* One iteration does something more. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100], seen;
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    a[i] = i;
    if (i == 50)
      seen = a[i];
  }
  printf ("%d\n", seen);
  return 0;
}
