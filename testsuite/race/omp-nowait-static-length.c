/* Of loops of different lengths the threads have different parts. */
/* { dg-options "-fopenmp" } */
int a[200], b[200];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
#pragma omp for schedule(static)
    for (int i = 0; i < 200; i++)
      b[i] = a[i];
  }
  return b[4];
}
