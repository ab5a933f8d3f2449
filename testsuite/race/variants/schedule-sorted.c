/* Small programs are executed: what is sorted has other values.
   RACY 1 'total': the flag that was behind is in front */
#include "common.h"
static int flags[2] = {1, 0}, total;
static int compare (const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}
static void *work (void *a)
{
  if (flags[1])
    total++;
  return a;
}
int main (void)
{
#if R == 1
  qsort (flags, 2, sizeof *flags, compare);
#endif
  spawn_two (work);
  return total;
}
