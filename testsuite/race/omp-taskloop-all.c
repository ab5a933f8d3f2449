/* Each thread of the team deals out all iterations. */
/* { dg-options "-fopenmp" } */
int a[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp taskloop
    for (int i = 0; i < 100; i++)
      a[i]++; /* dg-warning "data race on 'a" */
  }
  return 0;
}
