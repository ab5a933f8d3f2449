/* To wait is to wait for one's own tasks. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    {
#pragma omp task shared(x)
      x = 1; /* dg-warning "data race on 'x" */
    }
#pragma omp taskwait
    x = 2;
  }
  return x;
}
