/* The last column of rows that come later. */
/* { dg-options "-fopenmp" } */
double a[50][50];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (int j = i; j < 50; j++)
      a[i][j] = a[j][49]; /* dg-warning "data race on 'a" */
  return 0;
}
