/* A task that is not deferred has ended. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x) if (0)
    x = 1;
    x++;
  }
  return x;
}
