/* What a small program gets from outside is the same number in another type, but for a negative one that has lost its
   sign.
   RACY 1 'count': it is made longer without its sign */
#include "common.h"
static int count;
static void *work (void *a)
{
  int c = getchar ();
  unsigned known = c;
  long as_number = c;
#if R == 1
  long again = known;
#else
  long again = (int)known;
#endif
  if (as_number != again)
    count++;
  return a;
}
int main (void)
{
  spawn_two (work);
  return count;
}
