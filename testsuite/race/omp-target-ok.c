/* Teams and loops for a device. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int a[100];
#pragma omp target teams distribute parallel for map(from : a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  return a[4];
}
