/* Blocks that begin and end at quotients of the number of the thread. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdlib.h>
static int b[1000];
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double *a = malloc (n * sizeof *a);
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads ();
    int low = me * n / all, high = (me + 1) * n / all;
    for (int i = low; i < high; i++)
      a[i] = i;
    for (int i = me * 1000 / all; i < (me + 1) * 1000 / all; i++)
      b[i] = i;
  }
  return (int)a[0] + b[0];
}
