/* The program is ended by a function that does nothing else of interest; what is to be done then, is done beside the
   threads that still run.
   RACY 1 'count': main ends the program beside the thread
   RACY 2 'count': the same by a destructor
   DOUBTED 3 'count': the thread ends it beside main */
#include "common.h"
static int count;
__attribute__ ((noinline)) static void quit (void)
{
  puts ("done");
  exit (0);
}
#if R == 2
__attribute__ ((destructor))
#endif
static void clear (void)
{
  count = 0;
}
static void *work (void *p)
{
#if R == 3
  if (getchar () == 'q')
    quit ();
#else
  count++;
#endif
  return p;
}
int main (void)
{
  pthread_t t;
#if R != 2
  atexit (clear);
#endif
  spawn (&t, work, NULL);
#if R == 3
  count++;
#endif
#if R == 1 || R == 2
  if (getchar () == 'q')
    quit ();
#endif
  pthread_join (t, NULL);
  quit ();
}
