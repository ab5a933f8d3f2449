/* Elements whose numbers lie between two constants, as conditions say or the way they are computed.
   RACY 1 'a[]': one more
   RACY 2 'a[]': the number is changed behind the condition
   RACY 3 'b[]': a mask that is too wide
   RACY 4 'b[]': the remainder of a number that may be negative
   RACY 5 'c[]': the number is read again
   RACY 6 'c[]': a condition that may be false, too
   RACY 7 'd[]': blocks of ten, of which each reaches into the next
   RACY 8 'd[]': blocks of ten, but a number may be less than 0
   RACY 9 'e[]': the loop goes on behind its condition
   RACY 10 'a[]': an access that is twice as wide
   RACY 11 'a[]': what is computed from the number is added to it
   RACY 12 'e[]': the same of the number of a loop */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a[20], b[40], c[20], d[60], e[20], at;
static int input (void) { return getchar (); }
static void *low (void *unused)
{
  int i = input ();
  if (i >= 0 && i < 10) {
#if R == 2
    i += 1;
#endif
#if R == 10
    if (i % 2)
      *(long *)&a[i] = 1;
#elif R == 11
    if (i < 9)
      a[i + (i & 3)] = 1;
#else
    a[i] = 1;
#endif
  }
  b[input () & (R == 3 ? 31 : 15)] = 1;
  pthread_mutex_lock (&m);
  if (at >= 0 && at <= 9) {
#if R == 5
    pthread_mutex_unlock (&m);
    pthread_mutex_lock (&m);
#endif
    c[at] = 1;
  }
  at = input () % 20;
  pthread_mutex_unlock (&m);
#if R == 12
  for (int k = 0; k < 9; k++)
    e[k + (k & 3)] = 1;
#else
  int k = 0;
  do
    e[k] = 1;
  while (k++ < 9 + (R == 9));
#endif
  return unused;
}
static void *high (void *unused)
{
  int i = input ();
#if R == 1
  if (i > 8 && i < 20)
#else
  if (i > 9 && i < 20)
#endif
    a[i] = 2;
#if R == 4
  b[16 + input () % 16] = 2;
#else
  b[16 + (unsigned)input () % 16] = 2;
#endif
  i = input ();
  if (i < 10 && (R != 6 || input ()))
    i = 10;
  c[i] = 2;
  pthread_mutex_lock (&m);
  at = 15;
  pthread_mutex_unlock (&m);
  for (int k = 10; k < 20; k++)
    e[k] = 2;
  return unused;
}
static void *block (void *argument)
{
  int id = (int)(intptr_t)argument;
  int k = input ();
  if ((k >= 0 || R == 8) && k < (R == 7 ? 11 : 10))
    d[id * 10 + k] = 1;
  return NULL;
}
int main (void)
{
  pthread_t t[6];
  spawn (&t[0], low, NULL);
  spawn (&t[1], high, NULL);
  for (int i = 0; i < 4; i++)
    spawn (&t[2 + i], block, (void *)(intptr_t)i);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], NULL);
  return a[0] + b[0] + c[0] + d[0] + e[0];
}
