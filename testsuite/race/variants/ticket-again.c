/* Elements whose numbers are drawn from one counter, in two places.
   RACY 1 'items[]': one of the two draws from another counter
   RACY 2 'items[]': two numbers have the same element
   RACY 3 'items[]': the counter is looked at and set
   RACY 4 'items[]': each thread begins with the first
   RACY 5 'items[]': numbers are given back by adding -1
   RACY 6 'items[]': one of the two takes the number above, by adding -1 */
#include "common.h"
#include <stdatomic.h>
static atomic_int next, other;
static int items[64];
static int draw (atomic_int *from)
{
#if R == 3
  int n = *from;
  *from = n + 1;
  return n;
#else
  return atomic_fetch_add (from, 1);
#endif
}
static void *w (void *arg)
{
  int i = 0;
#if R != 4
  i = draw (&next);
#endif
  for (; i < 64; i = draw (R == 1 ? &other : &next)) {
    if (i == 13)
      continue;
    items[R == 2 ? i / 2 : i]++;
#if R == 5
    atomic_fetch_add (&next, -1);
#endif
  }
  return arg;
}
static void *direct (void *arg)
{
  int i = atomic_fetch_add (&next, 1);
  while (i < 64) {
    items[i] = 1;
    i = atomic_fetch_add (&next, R == 6 ? -1 : 1);
  }
  return arg;
}
int main (void)
{
  pthread_t t[9];
  for (int i = 0; i < 8; i++)
    spawn (&t[i], w, 0);
  spawn (&t[8], direct, 0);
  for (int i = 0; i < 9; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", items[5]);
  return 0;
}
