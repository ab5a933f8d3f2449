/* One of the functions has no barrier at its end, nor does the other one always come to its barrier. */
/* { dg-options "-fopenmp" } */
static double a[100], b[100];
static int start;
static void prepare (int n)
{
  if (n > 50) {
#pragma omp single
    start = 1; /* dg-warning "data race on 'start'" */
  }
}
static void relax (int n)
{
#pragma omp for nowait
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i - 1] + b[i + 1]; /* dg-warning "data race on 'a" dg-warning "data race on 'b" */
#pragma omp for
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i];
}
int main (int argc, char **argv)
{
#pragma omp parallel
  {
    start = 0;
    prepare (argc);
    relax (100);
    relax (50);
  }
  return (int)a[1] + start;
}
