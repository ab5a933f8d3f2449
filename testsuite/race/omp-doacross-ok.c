/* Iterations wait for those whose elements they read. */
/* { dg-options "-fopenmp" } */
static int a[100], b[100], c[100], d[100], m[100][100];
int main (int argc, char **argv)
{
  int n = argc < 100 ? argc : 100;
  (void)argv;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 2; i < n; i++) {
    int x = b[i];
#pragma omp ordered depend(sink : i - 2)
    b[i] = x + b[i - 2];
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++) {
    c[i] = i;
#pragma omp ordered depend(source)
#pragma omp ordered depend(sink : i - 1)
    d[i] = c[i - 1];
  }
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      m[i][j] = m[i - 1][j] + m[i][j - 1] + m[i - 1][j - 1];
#pragma omp ordered depend(source)
    }
  return a[9] + b[9] + d[9] + m[9][9];
}
