/* The loop counts by two, and the element is two rounds ahead. */
/* { dg-options "-fopenmp" } */
int a[500];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 500; i += 2)
    a[i] = a[i + 4]; /* dg-warning "data race on 'a" */
  return a[4];
}
