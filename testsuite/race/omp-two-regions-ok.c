/* One region after the other. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100], b[100];
static void one (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
static void two (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    b[i] = a[99 - i];
}
int main (void)
{
  for (int round = 0; round < 3; round++) {
    one ();
    two ();
    a[0] = b[0];
  }
  printf ("%d\n", b[3]);
  return 0;
}
