/* The row itself is among them. */
/* { dg-options "-fopenmp" } */
double a[40][40];
int main (void)
{
  for (int k = 0; k < 40; k++) {
#pragma omp parallel for
    for (int i = k; i < 40; i++) {
      for (int j = k + 1; j < 40; j++)
        a[i][j] -= a[i][k] * a[k][j]; /* dg-warning "data race on 'a" */
    }
  }
  return 0;
}
