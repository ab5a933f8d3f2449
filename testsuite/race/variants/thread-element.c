/* The same with elements of an array.
   RACY 1 'slots[]': the function starts several */
#include "common.h"
static long slots[8];
static pthread_t t[8];
static void *run (void *a)
{
  ++*(long *)a;
  return 0;
}
static void *run2 (void *a)
{
  ++slots[(long)a];
  return 0;
}
static void start (long *p, long n, int k)
{
#if R == 1
  for (int i = 0; i < k; i++)
#endif
  {
    pthread_t x;
    pthread_create (&x, 0, run, p);
    pthread_detach (x);
  }
}
int main (void)
{
  for (int i = 0; i < 8; i++)
    start (&slots[i], i, 2);
  pthread_exit (0);
}
