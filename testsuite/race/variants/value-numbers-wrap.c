/* Numbers that do not fit: what steps by more than a type can tell, and the largest ones.
   RACY 1 'n': of numbers that are 1024 apart, the last byte
   RACY 2 'n': the largest number is not -1
   RACY 3 'n': nor is half of it */
#include "common.h"
static int n;
static volatile unsigned any;
#if R < 2
static void *work (void *a)
{
  unsigned k = any * 1024 + 556;
  int found = 0;
  if (a)
    found = (unsigned char)k == 44 + !R;
  if (found)
    n++;
  return a;
}
#else
__attribute__ ((noinline)) static uint64_t largest (void)
{
  return (uint64_t)-1;
}
static void *work (void *a)
{
#if R == 2
  if (largest () % 10 == 5)
#else
  if (largest () / 2 % 10 == 7)
#endif
    n++;
  return a;
}
#endif
int main (void)
{
  pthread_t t, u;
  spawn (&t, work, &t);
  spawn (&u, work, &u);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return n;
}
