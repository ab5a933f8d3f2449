/* Each thread of a team has a team of one. */
/* { dg-options "-fopenmp" } */
int x;
int main (void)
{
#pragma omp parallel
  {
#pragma omp parallel num_threads(1)
    x++; /* dg-warning "data race on 'x" */
  }
  return x;
}
