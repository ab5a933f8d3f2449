/* Another one that is may run beside it. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x += 1; /* dg-warning "data race on 'x" */
#pragma omp task shared(x) if (0)
    x++;
  }
  return x;
}
