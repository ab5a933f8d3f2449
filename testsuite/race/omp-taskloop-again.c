/* They are dealt again before the tasks have ended. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 3; t++) {
#pragma omp taskloop nogroup
    for (int i = 0; i < 100; i++)
      a[i]++; /* dg-warning "data race on 'a" */
  }
  return 0;
}
