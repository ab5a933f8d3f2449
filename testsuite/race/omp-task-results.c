/* Both tasks of a call have the same variable. */
/* { dg-options "-fopenmp" } */
static int sum (int n)
{
  int x = 0;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x += sum (n - 1); /* dg-warning "data race on 'x" */
#pragma omp task shared(x)
  x += sum (n - 2);
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
