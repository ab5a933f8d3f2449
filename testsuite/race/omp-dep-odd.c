/* Even elements from even ones. */
/* { dg-options "-fopenmp" } */
int a[500];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[4 * i] = a[2 * i + 2]; /* dg-warning "data race on 'a" */
  return a[4];
}
