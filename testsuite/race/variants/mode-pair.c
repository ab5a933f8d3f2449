/* What main does in one mode and a thread in another: the mode is set before the thread is created, in either case.
   WITHOUT schedule: it would do, too
   RACY 1 'n': the mode is set when the thread runs
   RACY 2 'n': the thread does not look
   RACY 3 'n': both do it in one mode
   RACY 4 'n': another thread sets the mode
   RACY 5 'n': main has looked before it sets the mode
   RACY 6 'n': the mode is set by a pointer when the thread runs
   RACY 7 'n': ... read from the user then
   RACY 8 'n': the mode is changed between two threads
   RACY 9 'n': of three modes both do it in one
   RACY 10 'n': a function that main calls changes the mode
   RACY 11 'n': main looks at what the mode was
   RACY 12 'n': the mode is cleared with others when the thread runs
   RACY 13 'n': the thread looks once, and main sets the mode behind the end of another thread
   RACY 14 'n': a thread that is left creates another, and main sets the mode meanwhile
   RACY 15 'n': what is called with the mode looks at another variable */
#include "common.h"
static struct {
  int tar, quiet;
} mode;
static int n, other;
static void *reader (void *unused)
{
  if (R == 2 || (R == 15 ? !other : R == 9 ? mode.tar == 2 : R == 3 || R == 5 || R == 11 ? mode.tar : !mode.tar))
    n++;
  return unused;
}
static void *setter (void *unused)
{
  mode.tar = 1;
  return unused;
}
static void *maker (void *unused)
{
  pthread_t t;
  usleep (10);
  pthread_create (&t, NULL, reader, NULL);
  return unused;
}
static void change (void)
{
  mode.tar = 1;
}
static void from_archive (void)
{
  n += 2;
}
static void from_files (void)
{
  n = 0;
}
int main (int argc, char **argv)
{
  pthread_t t, u;
  int *p = argc > 5 ? &other : &mode.tar;
  if (argc > 2)
    mode.tar = R == 9 && argc > 3 ? 2 : 1;
  if (argc > 4)
    mode.quiet = other = 1;
#if R == 5
  if (mode.tar)
    return 1;
  mode.tar = 1;
#elif R == 11
  int was = mode.tar;
  mode.tar = 1;
#elif R == 13
  pthread_create (&u, NULL, setter, NULL);
  pthread_join (u, NULL);
  mode.tar = 0;
#elif R == 14
  pthread_create (&u, NULL, maker, NULL);
#endif
  if (!mode.tar)
    from_files ();
#if R == 14
  mode.tar = argc & 1;
#endif
  pthread_create (&t, NULL, reader, NULL);
#if R == 1
  mode.tar = 1;
#elif R == 4
  pthread_create (&u, NULL, setter, NULL);
  pthread_join (u, NULL);
#elif R == 6
  *p = 1;
#elif R == 7
  scanf ("%d", &mode.tar);
#elif R == 8
  mode.tar = 1;
  pthread_create (&u, NULL, reader, NULL);
#elif R == 10
  change ();
#elif R == 12
  memset (&mode, 1, sizeof mode);
#elif R == 13
  mode.tar = 1;
#endif
#if R == 5
  n = 3;
#elif R == 11
  if (!was)
    n = 3;
#else
  if (mode.tar)
    from_archive ();
#endif
  pthread_join (t, NULL);
  return n + *p;
}
