/* Threads may be in different rounds, which have the same elements. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 100; i++)
      a[i] = t; /* dg-warning "data race on 'a" */
  }
  return 0;
}
