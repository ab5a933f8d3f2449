/* The loop counts by two. */
/* { dg-options "-fopenmp" } */
int a[500];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 500; i += 2)
    a[i] = a[i + 1];
  return a[4];
}
