/* They have ended before that. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 3; t++) {
#pragma omp taskloop
    for (int i = 0; i < 100; i++)
      a[i]++;
  }
  return 0;
}
