/* Both loops give each thread the same iterations. */
/* { dg-options "-fopenmp" } */
int a[100], b[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      b[i] = a[i];
  }
  return b[4];
}
