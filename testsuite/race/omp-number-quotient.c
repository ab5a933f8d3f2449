/* Blocks that have an element too much, or begin too early. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdlib.h>
static int b[1000], c[1000];
int main (int argc, char **argv)
{
  int n = atoi (argv[argc - 1]);
  double *a = malloc (n * sizeof *a);
#pragma omp parallel
  {
    int me = omp_get_thread_num (), all = omp_get_num_threads ();
    int low = me * n / all, high = (me + 1) * n / all;
    for (int i = low; i <= high; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
    for (int i = me * 1000 / all; i < (me + 2) * 1000 / all; i++)
      b[i] = i; /* dg-warning "data race on 'b" */
    for (int i = me * 500 / all; i < (me + 1) * 1000 / all; i++)
      c[i] = i; /* dg-warning "data race on 'c" */
  }
  return (int)a[0] + b[0] + c[0];
}
