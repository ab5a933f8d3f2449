/* What is done to an element stands in a function. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
struct point {
  int x, y;
};
static struct point a[100];
static void move (struct point *p, int by)
{
  p->x += by;
  p->y -= by;
}
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    move (&a[i], i);
  printf ("%d\n", a[4].x);
  return 0;
}
