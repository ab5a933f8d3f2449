/* Two names of one array, the same element. */
/* { dg-options "-fopenmp" } */
static void f (int *a, int *b, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1;
}
int x[100];
int main (void)
{
  f (x, x, 100);
  return 0;
}
