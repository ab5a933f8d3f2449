/* They wait for others, too early, too late, or not for all. */
/* { dg-options "-fopenmp" } */
static int a[100], b[100], c[101], d[100], e[100], m[100][100];
int main (void)
{
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 2)
    a[i] = a[i - 1] + 1; /* dg-warning "data race on 'a" */
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
    b[i] = b[i - 1] + 1; /* dg-warning "data race on 'b" */
  }
#pragma omp parallel for ordered(1)
  for (int i = 2; i < 100; i++) {
    c[i] = i; /* dg-warning "data race on 'c" */
#pragma omp ordered depend(source)
#pragma omp ordered depend(sink : i - 1)
    d[i] = c[i - 2]; /* only one iteration has been waited for */
  }
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for ordered(1) nowait
    for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
      e[i] = e[i - 1] + 1; /* dg-warning "data race on 'e" */
#pragma omp ordered depend(source)
    }
  }
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++) {
#pragma omp ordered depend(sink : i, j - 1)
      m[i][j] = m[i - 1][j] + m[i][j - 1]; /* dg-warning "data race on 'm" */
#pragma omp ordered depend(source)
    }
  return a[9] + b[9] + d[9] + m[9][9];
}
