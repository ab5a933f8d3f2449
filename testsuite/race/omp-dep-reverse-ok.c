/* Elements are exchanged with those at the other end. */
/* { dg-options "-fopenmp" } */
int a[200];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int t = a[i];
    a[i] = a[199 - i];
    a[199 - i] = t;
  }
  return a[4];
}
