/* A region for a device that is not waited for. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp target map(tofrom : x) nowait
  x++; /* dg-warning "data race on 'x" */
  x += 2;
#pragma omp taskwait
  return x;
}
