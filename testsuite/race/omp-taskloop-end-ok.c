/* The tasks have ended when the loop has. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < 100; i++)
      a[i] = i;
    a[3]++;
  }
  return 0;
}
