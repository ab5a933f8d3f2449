/* All threads take the same branch: only one of the loops is behind a barrier. */
/* { dg-options "-fopenmp" } */
static int a[101], b[101];
int main (int argc, char **argv)
{
  (void)argv;
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
    if (argc > t) {
#pragma omp for
      for (int i = 0; i < 100; i++)
        a[i] = b[i + 1];
    } else {
#pragma omp for
      for (int i = 0; i < 100; i++)
        b[i] = a[i + 1];
    }
  }
  return a[2] + b[2];
}
