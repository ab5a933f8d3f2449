/* Unsigned numbers of 64 bits that look negative.
   RACY 1 'x': a quotient is large
   RACY 2 'y': a remainder
   RACY 3 'z': the smaller of two
   RACY 4 'x': a caller gives such a number
   RACY 5 'u': the larger of two */
#include "common.h"
static int x, y, z, u;
static void eighth (unsigned long n)
{
  if ((long)(n / 8) > 10)
    x++;
}
static void *w (void *arg)
{
  unsigned long n = R == 1 ? -33 : 33, k = R == 2 ? -33 : 41, a = R == 3 ? -1 : 1, b = R == 5 ? -1 : 1;
  if ((long)(n / 8) > 10)
    x++;
  eighth (R == 4 ? -33 : 33);
  if (k % 10 != 1)
    y++;
  if ((a < 10 ? a : 10) == 10)
    z++;
  if ((b > 10 ? b : 10) != 10)
    u++;
  return 0;
}
int main (void)
{
  spawn_two (w);
  printf ("%d\n", x + y + z + u);
  return 0;
}
