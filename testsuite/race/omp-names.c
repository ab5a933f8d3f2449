/* Variables that a region shares are named as the source does, not by where the compiler keeps them.
 */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
#include <string.h>
int main (int argc, char **argv)
{
  int n = argc * 10;
  char *a = calloc (n, n + 1);
  double *b = calloc (n + 1, sizeof *b);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memset (a + n * i, i, n + 1); /* dg-warning "possible data race on 'a.n . i.'" */
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n + 1])
  for (int i = 0; i < n; i++)
    b[i] = b[i + 1]; /* dg-warning "possible data race on 'b.i.'" */
  return a[1] + b[1] > 0;
}
