/* Rows below a row, whose number is known when the region begins. */
/* { dg-options "-fopenmp" } */
double a[40][40];
int main (void)
{
  for (int k = 0; k < 40; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < 40; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < 40; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
  return 0;
}
