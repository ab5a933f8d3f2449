/* A thread that ends the program because something has failed.
   DOUBTED 1 'count': because all is done: of the status only the last 8 bits count
   DOUBTED 2 'count': with whatever status
   DOUBTED 3 'count': one of two ways is no failure */
#include "common.h"
#include <err.h>
static int count;
static volatile int zero;
static void clear (void)
{
  count = 0;
}
static void *work (void *p)
{
  switch (getchar ()) {
  case EOF:
#if R == 1
    exit (256);
#elif R == 2
    exit (zero);
#else
    exit (EXIT_FAILURE);
#endif
  case 'q':
#if R == 3
    exit (EXIT_SUCCESS);
#else
    err (2, "work");
#endif
  }
  return p;
}
int main (void)
{
  pthread_t t;
  atexit (clear);
  spawn (&t, work, NULL);
  count++;
  pthread_join (t, NULL);
  return 0;
}
