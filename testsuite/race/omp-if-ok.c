/* A region that is not parallel. */
/* { dg-options "-fopenmp" } */
int x;
int main (void)
{
#pragma omp parallel if (0)
  x++;
  return x;
}
