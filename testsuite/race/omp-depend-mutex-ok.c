/* Tasks that exclude each other. */
/* { dg-options "-fopenmp" } */
int main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x) shared(x)
    x += 1;
#pragma omp task depend(mutexinoutset : x) shared(x)
    x += 2;
  }
  return x;
}
