/* Each names another variable. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(y)
    y = 1; /* dg-warning "data race on 'y" */
#pragma omp task depend(out : y) shared(y)
    y = 2;
  }
  return x + y;
}
