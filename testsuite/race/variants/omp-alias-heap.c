/* Two pointers into one block of memory.
   RACY 1 'a[i]': the second begins one element before the end of the first */
#include "common.h"
int main (void)
{
  double *a = calloc (200, sizeof *a), *b = a + 100 - (R == 1);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = b[i] + 1;
  printf ("%g\n", a[3]);
}
