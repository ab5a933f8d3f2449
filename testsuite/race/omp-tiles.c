/* The larger of two ends is too large; the middle one of an odd number is nobody's neighbour, but the
   first of the other half is. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
#pragma omp parallel for
  for (int tile = 0; tile < n; tile += 16) {
    int end = tile + 16 > n ? tile + 16 : n;
    for (int i = tile; i < end; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
  }
#pragma omp parallel for
  for (int i = 0; i <= n / 2; i++) {
    double x = b[i];
    b[i] = b[n - 1 - i]; /* dg-warning "data race on 'b" */
    b[n - 1 - i] = x;
  }
  return (int)(a[0] + b[0]);
}
