/* The neighbour may be another thread's. */
/* { dg-options "-fopenmp" } */
int a[101];
int main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1]; /* dg-warning "data race on 'a" */
  return a[4];
}
