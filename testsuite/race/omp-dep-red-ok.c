/* Every second element from its neighbours. */
/* { dg-options "-fopenmp" } */
double a[100];
int main (void)
{
#pragma omp parallel for
  for (int i = 1; i < 99; i += 2)
    a[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma omp parallel for
  for (int i = 2; i < 98; i += 2)
    a[i] = (a[i - 1] + a[i + 1]) / 2;
  return 0;
}
