/* Tasks that read do not wait for each other, and these write. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(in : x) shared(x)
    x = 1; /* dg-warning "data race on 'x" */
#pragma omp task depend(in : x) shared(x)
    x = 2;
  }
  return x;
}
