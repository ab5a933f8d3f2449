/* The end of a group waits for tasks of tasks. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(x)
      {
#pragma omp task shared(x)
        x = 1;
      }
    }
    x = 2;
  }
  return x;
}
