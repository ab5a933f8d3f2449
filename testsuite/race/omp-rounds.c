/* The barriers of the inner loop are missing. */
/* { dg-options "-fopenmp" } */
static double x[50][50];
int main (void)
{
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for
    for (int i = 0; i < 50; i++)
      for (int j = 1; j < 50; j++)
        x[i][j] -= x[i][j - 1]; /* dg-warning "data race on 'x" */
    for (int i = 1; i < 50; i++) {
#pragma omp for nowait
      for (int j = 0; j < 49; j++)
        x[i][j] -= x[i - 1][j + 1];
    }
  }
  return (int)x[1][1];
}
