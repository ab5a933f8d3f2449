/* Below the diagonal and above it. */
/* { dg-options "-fopenmp" } */
double a[50][50];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (int j = i + 1; j < 50; j++) {
      double t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
  return 0;
}
