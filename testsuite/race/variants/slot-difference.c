/* The number of a thread is that of its struct in an array: the difference of two pointers.
   RACY 1 'count[]': half of it
   RACY 2 'bytes[]': that of the next one is read
   RACY 3 'count[]': two threads have one struct
   RACY 4 'count[]': the struct is in another array for some
   WITHOUT schedule: the number must be understood */
#include "common.h"
#define N 6
struct worker { long ops; int seed; };
static struct worker workers[N], others[N];
static int count[N];
static char bytes[N];
static int number_of (const struct worker *w)
{
#if R == 4
  if (w >= others && w < others + N)
    return (int)(w - others);
#endif
  return (int)(w - workers);
}
static void *run (void *a)
{
  struct worker *w = a;
  const char *b = &bytes[w - workers];
  int me = number_of (w);
  w->ops++;
#if R == 1
  me /= 2;
#endif
  count[me]++;
#if R != 4
  bytes[b - bytes] = 1;
#endif
#if R == 2
  bytes[b - bytes] += bytes[(b - bytes + 1) % N];
#endif
  return 0;
}
int main (void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) {
#if R == 3
    spawn (&t[i], run, &workers[i / 2]);
#elif R == 4
    spawn (&t[i], run, i & 1 ? &workers[i] : &others[i - i % 2 + 1]);
#else
    spawn (&t[i], run, &workers[i]);
#endif
  }
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  return 0;
}
