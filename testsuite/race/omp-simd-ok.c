/* Each thread goes through its part in vectors. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 100; i++)
    a[i] = i;
  return a[4];
}
