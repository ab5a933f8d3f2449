/* The last tile is smaller; the last thread has fewer elements. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdlib.h>
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double (*a)[n] = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
#pragma omp parallel for
  for (int tile = 0; tile < n; tile += 16) {
    int end = tile + 16 < n ? tile + 16 : n;
    for (int i = tile; i < end; i++)
      for (int j = 0; j < n; j++)
        a[i][j] = i;
  }
#pragma omp parallel
  {
    int chunk = (n + omp_get_num_threads () - 1) / omp_get_num_threads ();
    int low = omp_get_thread_num () * chunk, high = low + chunk;
    if (high > n)
      high = n;
    for (int i = low; i < high; i++)
      b[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n / 2; i++) {
    double x = b[i];
    b[i] = b[n - 1 - i];
    b[n - 1 - i] = x;
  }
  return (int)(a[0][0] + b[0]);
}
