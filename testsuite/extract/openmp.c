/* OpenMP regions become functions that GOMP_parallel starts. */
/* dg-options "-fopenmp" */

int total, shared_array[100];

void loops (int n)
{
  int sum = 0, local = n;
#pragma omp parallel for reduction(+ : sum) firstprivate(local)
  for (int i = 0; i < 100; i++)
    sum += shared_array[i] + local;
#pragma omp parallel
  {
#pragma omp critical (update)
    total += sum;
#pragma omp atomic
    total++;
#pragma omp barrier
#pragma omp single
    shared_array[0] = n;
  }
}

void tasks (int *p)
{
#pragma omp task shared(total)
  *p = total;
#pragma omp taskwait
}

int private;
#pragma omp threadprivate(private)

void use_private (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    private++;
#pragma omp section
    total = private;
  }
}
