/* Locks and slots in variables of the function that starts the region: who starts it is one of the team, and its
   argument is the same.
   RACY 1 'bin[]': the lock of another element
   RACY 2 'buf[]': the number is read later
   RACY 3 'cell[].n': no lock */
#include "common.h"
#include <omp.h>
enum { B = 16 };
int main (void)
{
  omp_lock_t lock[B];
  int bin[B] = {0}, n = 0, buf[1000];
  struct { omp_lock_t lock; int n; } cell[B];
  for (int i = 0; i < B; i++) {
    omp_init_lock (&lock[i]);
    omp_init_lock (&cell[i].lock);
    cell[i].n = 0;
  }
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    int b = i * 7 % B, q = R == 1 ? i % B : b, k;
    omp_set_lock (&lock[q]);
    bin[b]++;
    omp_unset_lock (&lock[q]);
#if R == 2
#pragma omp atomic
    n++;
#pragma omp atomic read
    k = n;
    k--;
#else
#pragma omp atomic capture
    k = n++;
#endif
    buf[k] = i;
#if R != 3
    omp_set_lock (&cell[b].lock);
#endif
    cell[b].n++;
#if R != 3
    omp_unset_lock (&cell[b].lock);
#endif
  }
  printf ("%d %d %d\n", bin[0], buf[0], cell[0].n);
  return 0;
}
