/* The barriers are in functions that the region calls. */
/* { dg-options "-fopenmp" } */
static double a[100], b[100];
static int start;
static void prepare (void)
{
#pragma omp single
  start = 1;
}
static void relax (int n)
{
#pragma omp for
  for (int i = start; i < n - 1; i++)
    a[i] = b[i - 1] + b[i + 1];
#pragma omp for
  for (int i = start; i < n - 1; i++)
    b[i] = a[i];
}
int main (void)
{
#pragma omp parallel
  {
    prepare ();
    relax (100);
    relax (50);
  }
  return (int)a[1];
}
