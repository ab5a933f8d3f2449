/* Sum by reduction. */
/* { dg-options "-fopenmp" } */
#include <stdio.h>
int main (void)
{
  double sum = 0;
  int most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < 100; i++) {
    sum += i * 0.5;
    most = most > i ? most : i;
  }
  printf ("%f %d\n", sum, most);
  return 0;
}
