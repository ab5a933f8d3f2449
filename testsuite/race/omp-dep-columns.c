/* The last element of each row is the first of the next one. */
/* { dg-options "-fopenmp" } */
double a[5000];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    for (int j = 0; j < 51; j++)
      a[i * 50 + j] = 1; /* dg-warning "data race on 'a" */
  return 0;
}
