/* Beyond the middle the other end has been written. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = a[99 - i]; /* dg-warning "data race on 'a" */
  return a[4];
}
