/* Where the inner loop begins depends on the outer one. */
/* { dg-options "-fopenmp" } */
double a[50][50];
int main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 50; i++)
    for (int j = i; j < 50; j++)
      a[i][j] = 1;
  return 0;
}
