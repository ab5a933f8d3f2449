/* Locks of OpenMP. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdio.h>
static omp_lock_t lock;
static int n;
int main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    omp_set_lock (&lock);
    n++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", n);
  return 0;
}
