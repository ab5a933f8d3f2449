/* Threads may be in different rounds, which have rows of their own. */
/* { dg-options "-fopenmp" } */
int a[10][100];
int main (void)
{
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      a[t][i] = t;
  }
  return 0;
}
