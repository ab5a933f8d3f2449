/* Overlapping pairs of elements. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[202];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    a[2 * i] = i; /* dg-warning "data race on 'a" dg-message "written here" */
    a[2 * i + 2] = -i; /* dg-message "written here" */
  }
  printf ("%d\n", a[5]);
  return 0;
}
