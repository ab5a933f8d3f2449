/* A team of one. */
/* { dg-options "-fopenmp" } */
int x;
int main (void)
{
#pragma omp parallel num_threads(1)
  x++;
  return x;
}
