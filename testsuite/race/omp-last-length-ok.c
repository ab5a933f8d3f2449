/* The thread that has the last iteration stores it, however many there are. */
/* { dg-options "-fopenmp" } */
#include <stdlib.h>
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, last = 0, middle = 0;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = i;
    if (i == n / 2)
      middle = i;
  }
  return last + middle;
}
