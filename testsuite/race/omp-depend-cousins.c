/* Nor do tasks of different tasks. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    {
#pragma omp task depend(inout : x) shared(x)
      x++; /* dg-warning "data race on 'x" */
    }
#pragma omp task shared(x)
    {
#pragma omp task depend(inout : x) shared(x)
      x += 2;
    }
  }
  return x;
}
