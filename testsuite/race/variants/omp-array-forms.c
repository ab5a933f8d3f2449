/* Arrays that constructs share out, in other forms.
   RACY 1 'v[i]': sections whose ranges overlap by one
   RACY 2 'grid[]': the row before, of a matrix of variable size
   RACY 3 'box[]': three loops are one, and the rows overlap */
#include "common.h"
enum { NX = 20, NY = 21, NZ = 22 };
static void halves (int *v, int n)
{
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n / 2 + (R == 1); i++)
      v[i] = i;
#pragma omp section
    for (int i = n / 2; i < n; i++)
      v[i] = -i;
  }
}
static int grid[10000], other[10000];
static void rows (int n, int m)
{
  int (*a)[m] = (int (*)[m])grid, (*b)[m] = (int (*)[m])other;
#pragma omp parallel for collapse(2)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (R == 2 ? a : b)[i - 1][j] + 1;
  printf ("%d\n", a[1][1]);
}
#if R == 3
#define AT(i, j, k) (((i) * NY + (j)) * NZ + (k) * 2)
#else
#define AT(i, j, k) (((i) * NY + (j)) * NZ + (k))
#endif
static double box[NX * NY * NZ * 2];
static void cube (void)
{
#pragma omp parallel for collapse(3)
  for (int i = 1; i < NX - 1; i++)
    for (int j = 1; j < NY - 1; j++)
      for (int k = 1; k < NZ - 1; k++)
        box[AT (i, j, k)] = i + j + k;
  printf ("%g\n", box[0]);
}
int main (int argc, char **argv)
{
  halves (calloc (argc + 20, sizeof (int)), argc + 10);
  rows (argc + 20, argc + 30);
  cube ();
  return 0;
}
