/* The two halves have elements in common. */
/* { dg-options "-fopenmp" } */
int a[200];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 101; i++)
    a[i] = a[i + 99] + 1; /* dg-warning "data race on 'a" */
  return a[4];
}
