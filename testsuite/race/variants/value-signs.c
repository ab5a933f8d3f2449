/* Numbers that are looked at twice, or only ever set to constants.
   RACY 1 'x': by a pointer to unsigned numbers, for which none is negative
   RACY 2 'x': by the unsigned member of a union
   RACY 3 'x': as a signed byte, for which 255 is negative
   RACY 4 'y': a constant that does not fit, through a variable
   RACY 5 'y': a negative one that becomes unsigned
   RACY 6 'y': a byte that is 255, read as a signed one
   RACY 7 'y': the same of one of two
   RACY 8 'x': a callee looks at it as an unsigned number
   RACY 9 'x': a parameter, by a pointer to it */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, number;
static union {
  int i;
  unsigned u;
} both;
static unsigned char byte, level, state;
static unsigned size;
static int is_low (int *p)
{
#if R == 8
  return *(unsigned *)p < 10;
#else
  return *p < 10;
#endif
}
static void step (int n)
{
  int *p = &n;
  int low = R == 9 ? *(unsigned *)p < 10 : *p < 10;
  if (low)
    pthread_mutex_lock (&m);
  if (n < 10)
    x++;
  if (low)
    pthread_mutex_unlock (&m);
}
static void *run (void *unused)
{
  int low = R == 1 ? *(unsigned *)&number < 10 : R == 8 ? is_low (&number) : number < 10;
  if (low)
    pthread_mutex_lock (&m);
  if (number < 10)
    x++;
  if (low)
    pthread_mutex_unlock (&m);
  low = R == 2 ? both.u < 10 : both.i < 10;
  if (low)
    pthread_mutex_lock (&m);
  if (both.i < 10)
    x++;
  if (low)
    pthread_mutex_unlock (&m);
  if (byte < 10)
    pthread_mutex_lock (&m);
  if ((R == 3 ? *(signed char *)&byte : byte) < 10)
    x++;
  if (byte < 10)
    pthread_mutex_unlock (&m);
  step (getchar () - 100);
  if (level == 44 || size > 5 || (R == 6 || R == 7 ? *(signed char *)&state : state) < 0)
    y++;
  return unused;
}
int main (void)
{
  int k = R == 4 ? 300 : 3, n = R == 5 ? -1 : 4;
  level = k;
  size = n;
  state = 255;
#if R == 7
  if (getchar ())
    state = 3;
#endif
  number = both.i = getchar () - 100;
  byte = getchar ();
  spawn_two (run);
  return x + y;
}
