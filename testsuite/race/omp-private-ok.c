/* Temporaries: private, firstprivate, lastprivate. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int a[100];
int main (void)
{
  int tmp, start = 4, last = 0;
#pragma omp parallel for private(tmp) firstprivate(start) lastprivate(last)
  for (int i = 0; i < 100; i++) {
    tmp = a[i] + i + start;
    a[i] = tmp;
    last = i;
  }
  printf ("%d %d\n", a[4], last);
  return 0;
}
