/* Both loops deal out chunks of the same length. */
/* { dg-options "-fopenmp" } */
int a[100], b[100];
int main (int c, char **v)
{
  int n = c * 10;
#pragma omp parallel
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
  return b[4];
}
