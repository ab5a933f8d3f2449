/* It may be. */
/* { dg-options "-fopenmp" } */
int x;
int main (int c, char **v)
{
#pragma omp parallel if (c > 1)
  x++; /* dg-warning "data race on 'x" */
  return x;
}
