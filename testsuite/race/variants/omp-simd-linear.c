/* Variables that are counted along with the iterations of a loop.
   RACY 1 'a[]': two elements further is what the next lane writes
   RACY 2 'a[]': every second lane has the same element
   RACY 3 'b[]': an element of another lane is read
   RACY 4 'j': no clause says that lanes have one each */
#include "common.h"
#define N 64
static int a[4 * N], b[4 * N];
int main (int argc, char **argv)
{
  int j = argc, k = N;
#pragma omp simd linear(j:2)
  for (int i = 0; i < N; i++) {
    a[R == 2 ? j / 4 : j] = i;
#if R == 1
    a[j + 2] = i;
#endif
    j += 2;
  }
  j = 2 * N;
#if R == 4
#pragma omp simd
#else
#pragma omp simd linear(j:1) linear(k:-1)
#endif
  for (int i = 0; i < N; i++) {
    b[j] = i;
    b[k] = i;
#if R == 3
    b[j] = b[j - 3];
#endif
    j++;
#if R != 4
    k--;
#endif
  }
  printf ("%d\n", a[4] + b[3]);
  return 0;
}
