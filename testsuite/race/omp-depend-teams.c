/* Tasks of different threads do not wait for each other. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
  {
#pragma omp task depend(inout : x) shared(x)
    x++; /* dg-warning "data race on 'x" */
  }
  return x;
}
