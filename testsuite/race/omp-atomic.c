/* An atomic update and a plain read. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
static int sum;
int main (void)
{
  int seen = 0;
#pragma omp parallel for reduction(+ : seen)
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    sum += i; /* dg-warning "data race on 'sum'" dg-message "updated here atomically" */
    seen += sum; /* dg-message "read here" */
  }
  printf ("%d %d\n", sum, seen);
  return 0;
}
