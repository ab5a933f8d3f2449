/* Tasks end with the region. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
  {
#pragma omp task shared(x)
#pragma omp atomic
    x++;
  }
  return x;
}
