/* The first element, which the loop writes too. */
/* { dg-options "-fopenmp" } */
int a[500];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 500; i++)
    a[i] = a[0]; /* dg-warning "data race on 'a" */
  return a[4];
}
