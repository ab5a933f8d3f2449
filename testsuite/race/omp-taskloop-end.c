/* They may not have. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 100; i++)
      a[i] = i; /* dg-warning "data race on 'a" */
    a[3]++;
  }
  return 0;
}
