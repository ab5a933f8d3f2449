/* A thread that ends the program because something has failed, by functions that are told the status, or make it.
   DOUBTED 1 'count': one caller says that all is done
   DOUBTED 2 'count': one caller tells what it has read
   DOUBTED 3 'count': the status is another one's argument
   DOUBTED 4 'count': only some bits of it are left
   DOUBTED 5 'count': of two that are returned one is 0
   DOUBTED 6 'count': the function is called by pointer, too, with 0
   DOUBTED 7 'count': it may count down to 0
   DOUBTED 8 'count': the unseen world calls it */
#include "common.h"
#include <signal.h>
static int count;
static void clear (void)
{
  count = 0;
}
static int log_status (const char *file, int line, int status)
{
  fprintf (stderr, "%s:%d\n", file, line);
#if R == 3
  return line & 1;
#elif R == 4
  return status & 0x80;
#elif R == 5
  if (status == 3)
    return 0;
#endif
  return status & 0xff;
}
static void quit (int status)
{
#if R == 7
  if (status > 1)
    quit (status - 1);
  status--;
#endif
  exit (log_status (__FILE__, __LINE__, status));
}
static void (*last) (int);
static void die (const char *text, int status)
{
  perror (text);
  quit (status ? 3 : 4);
}
static void *work (void *p)
{
  int c = getchar ();
  if (c == EOF)
    die ("work", EXIT_FAILURE);
  if (c == 'q')
    quit (R == 1 ? 0 : 128);
#if R == 2
  if (c == 'r')
    quit (c - 'r');
#elif R == 6
  last = quit;
  if (c == 'r')
    last (0);
#elif R == 8
  signal (SIGUSR1, quit);
#endif
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
