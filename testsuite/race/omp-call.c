/* The function touches one element for all. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
struct point {
  int x, y;
};
static struct point a[100];
static void move (struct point *p, int by)
{
  p->x += by; /* dg-warning "data race on" */
}
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    move (&a[0], i);
  printf ("%d\n", a[0].x);
  return 0;
}
