/* Several pairs have the same sum. */
/* { dg-options "-fopenmp" } */
double a[200];
int main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 60; j++)
      a[i + j] = 1; /* dg-warning "data race on 'a" */
  return 0;
}
