/* Chunks of different lengths. */
/* { dg-options "-fopenmp" } */
int a[100], b[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 100; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
#pragma omp for schedule(static, 4)
    for (int i = 0; i < 100; i++)
      b[i] = a[i];
  }
  return b[4];
}
