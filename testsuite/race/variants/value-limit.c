/* Bounds that callers give: what is above them does not happen.
   RACY 1 'x': a caller gives more
   RACY 2 'y': the limit itself is reached
   RACY 3 'z': not above, but up to it */
#include "common.h"
static int x, y, z;
static void up_to (int limit)
{
  for (int a = 0; a <= limit; a++)
    if (a > 20)
      x++;
}
static void below (int limit)
{
  for (int a = 0; a < limit; a++)
    if (a >= 10)
      y++;
}
static void between (int n, int limit)
{
  if (n > 20)
#if R == 3
    if (n >= limit)
#else
    if (n <= limit)
#endif
      z++;
}
static void *w (void *arg)
{
  up_to (10);
#if R == 1
  up_to (21);
#endif
  below (R == 2 ? 11 : 10);
  between (atoi (arg), 20);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, w, argv[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", x + y + z);
  return 0;
}
