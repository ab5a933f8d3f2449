/* What main is started with is no memory of the program: not even what a function that nobody sees
   was given.
   RACY 1 'argv': both threads write to it
   RACY 2 '*kept': the object that was given away, by its own pointer */
#include "common.h"
void ext_keep (char *);
static char *name, *kept;
static void *w (void *a)
{
#if R == 1
  name[0] = 'x';
#elif R == 2
  kept[0] = 'x';
#else
  printf ("%c", name[0]);
#endif
  return a;
}
int main (int argc, char **argv)
{
  pthread_t t;
  kept = malloc (16);
  ext_keep (kept);
  name = argv[argc - 1];
  spawn (&t, w, 0);
#if R == 1
  name[0] = 'y';
#else
  kept[0] = 'y';
#endif
  pthread_join (t, 0);
  return 0;
}
