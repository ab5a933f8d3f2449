/* Two names of one array, a neighbour. */
/* { dg-options "-fopenmp" } */
static void f (int *a, int *b, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1; /* dg-warning "data race on 'x" */
}
int x[101];
int main (void)
{
  f (x, x + 1, 100);
  return 0;
}
