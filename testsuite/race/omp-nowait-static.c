/* The neighbour may be another thread's. */
/* { dg-options "-fopenmp" } */
int a[101], b[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      b[i] = a[i + 1];
  }
  return b[4];
}
