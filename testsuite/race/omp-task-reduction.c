/* One of the tasks does not take part; one reads what is not ready. */
/* { dg-options "-fopenmp" } */
static int a[100];
int main (void)
{
  int sum = 0, half = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += a[i];
#pragma omp task shared(sum)
    sum -= a[i]; /* dg-warning "data race on 'sum'" */
#pragma omp task shared(half)
    half += a[i]; /* dg-warning "data race on 'half'" */
  }
  return sum + half;
}
