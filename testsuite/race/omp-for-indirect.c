/* The elements come out of a table: two may be one. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100], where[100];
int main (void)
{
  for (int i = 0; i < 100; i++)
    where[i] = i / 2;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[where[i]] += i; /* dg-warning "data race on 'a" */
  printf ("%d\n", a[5]);
  return 0;
}
