/* A column for each iteration, of an array with one index. */
/* { dg-options "-fopenmp" } */
double a[5000];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 50; j++)
      a[j * 100 + i] = 1;
  return 0;
}
