/* Each thread counts in a copy of its own for all tasks that it runs. */
/* { dg-options "-fopenmp" } */
static int a[100];
int main (void)
{
  int sum = 0, most = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : most)
  for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(max : most)
    {
      sum += a[i];
      most = a[i] > most ? a[i] : most;
    }
  }
  int all = 0;
#pragma omp parallel reduction(task, + : all)
  {
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : all)
      all += a[i];
    }
  }
  return sum + most + all;
}
