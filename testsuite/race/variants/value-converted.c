/* What is stored into fields and variables is looked at as another kind of integer.
   WITHOUT schedule: the program is small
   RACY 1 'x': the state is one that no case knows
   RACY 2 'x': a field is set to more
   RACY 3 'y': a negative number, which is a large one
   RACY 4 'z': the byte that is left of a number */
#include "common.h"
static struct element {
  int state, value;
} elements[4];
static int x, y, z, level, wide;
static void *w (void *arg)
{
  int i = arg ? 1 : 3;
  unsigned bound = elements[i].state, high = level;
  unsigned char low = wide;
  switch (elements[i].state) {
  case 0:
  case 1:
#if R != 1
  case 2:
#endif
    break;
  default:
    x++;
  }
  if (bound > 2)
    x++;
  if (high > 10)
    y++;
  if (low == 5)
    z++;
  return 0;
}
int main (int argc, char **argv)
{
  elements[0].state = 1;
  elements[argc > 1].state = R == 2 ? 3 : 2;
  level = 7;
  if (argc > 3)
    level = R == 3 ? -1 : 10;
  wide = 256;
  if (argc > 4)
    wide = R == 4 ? 261 : 262;
  if (argc > 5)
    wide = 0;
  spawn_two (w);
  printf ("%d\n", x + y + z);
  return 0;
}
