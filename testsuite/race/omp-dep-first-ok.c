/* The first element, which the loop leaves out. */
/* { dg-options "-fopenmp" } */
int a[500];
int main (void)
{
#pragma omp parallel for
  for (int i = 1; i < 500; i++)
    a[i] = a[0];
  return a[4];
}
