/* All tasks of a loop have the same variable. */
/* { dg-options "-fopenmp" } */
static int sum (int n)
{
  int x = 0;
  if (n < 2)
    return n;
  for (int i = 0; i < 2; i++) {
#pragma omp task shared(x)
    x += sum (n - 1); /* dg-warning "data race on 'x" */
  }
#pragma omp taskwait
  return x;
}
int main (void)
{
  int r = 0;
#pragma omp parallel
#pragma omp single
  r = sum (5);
  return r;
}
