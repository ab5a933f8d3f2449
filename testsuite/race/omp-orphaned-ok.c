/* The construct stands in a function that the region calls. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100], total;
static void fill (void)
{
#pragma omp for
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
static void add (int x)
{
#pragma omp critical
  total += x;
}
int main (void)
{
#pragma omp parallel
  {
    fill ();
    add (1);
  }
  printf ("%d %d\n", a[4], total);
  return 0;
}
