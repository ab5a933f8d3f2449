/* One access without the lock of OpenMP. */
/* { dg-options "-fopenmp" } */
#include <omp.h>
#include <stdio.h>
static omp_lock_t lock;
static int n;
int main (void)
{
  int seen = 0;
  omp_init_lock (&lock);
#pragma omp parallel for reduction(+ : seen)
  for (int i = 0; i < 100; i++) {
    omp_set_lock (&lock);
    n++;
    omp_unset_lock (&lock);
    seen += n; /* dg-warning "data race on 'n'" */
  }
  omp_destroy_lock (&lock);
  printf ("%d %d\n", n, seen);
  return 0;
}
