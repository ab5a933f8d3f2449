/* Tasks that each have a block of an array: a loop goes on by as many elements as a block has.
   RACY 1 'a[]': the blocks are longer than the steps
   RACY 2 'a[]': one element behind the block
   RACY 3 'a[]': one element before it is read
   RACY 4 'a[]': each task begins at 0
   RACY 5 'b[]': the loop goes on by less
   RACY 6 'a[]': another loop creates tasks for the same blocks, and nobody waits between
   RACY 7 'a[]': the loop runs twice */
#include <stdlib.h>
#ifndef R
#define R 0
#endif
#define N 10000
#define BLOCK 100
static double a[N + BLOCK], b[4 * N];
static void fill (int from)
{
  for (int i = from; i < from + BLOCK + (R == 1); i++)
    a[i] = i;
}
static void add (int from)
{
#if R == 2
  a[from + BLOCK] = 0;
#elif R == 3
  if (from)
    a[from] += a[from - 1];
#endif
  for (int i = 0; i < BLOCK; i++)
    a[from + i] += i;
}
int main (void)
{
#pragma omp parallel
#pragma omp single
  {
#if R == 7
    for (int k = 0; k < 2; k++)
#endif
    for (int from = 0; from < N; from += BLOCK)
#pragma omp task firstprivate (from)
      fill (R == 4 ? 0 : from);
#if R != 6
#pragma omp taskwait
#endif
    for (int from = 0; from < N; from += BLOCK)
#pragma omp task
      add (from);
#pragma omp taskwait
    for (long from = 0; from < 4 * N; from += R == 5 ? 4 : 8)
#pragma omp task
      {
        for (int i = 0; i < 4; i++)
          b[from + i] = i;
        b[from + 7] = b[from + 3];
      }
  }
  return a[0] + b[0];
}
