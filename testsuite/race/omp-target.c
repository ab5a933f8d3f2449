/* The neighbour may be another thread's. */
/* { dg-options "-fopenmp" } */
int a[101];
int main (void)
{
#pragma omp target map(tofrom : a)
#pragma omp teams distribute parallel for
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1]; /* dg-warning "data race on 'a" */
  return a[4];
}
