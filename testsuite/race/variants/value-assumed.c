/* A function ends the program unless its argument is as it should be: behind its call that is known.
   RACY 1 'shared': the bounds allow it
   RACY 2 'shared': the function returns in any case
   RACY 3 'shared': the number is another one then
   RACY 4 'shared': one of the two conditions is enough
   RACY 5 'shared': the argument is what is not expected
   RACY 6 'shared': numbers below 0 are large ones
   RACY 7 'shared': what was looked at is loaded again
   RACY 8 'shared': it returns on one of two ways in any case */
#include "common.h"

extern int input (void);
static int shared, global;

static void assume (int c)
{
#if R == 2
  if (!c)
    puts ("no");
#else
  if (!c)
    abort ();
#endif
}

static void check (int c, const char *what)
{
  if (!c) {
#if R == 8
    if (!what)
      return;
#endif
    fprintf (stderr, "%s\n", what);
    exit (1);
  }
}

static void *reader (void *p)
{
  int k = input (), n;
#if R == 4
  assume (k > 0 || k < 10);
#elif R == 5
  assume (!(k > 0 && k < 10));
#else
  assume (k > 0 && k < (R == 1 ? 100 : 10));
#endif
#if R == 3
  k = input ();
#endif
  if (k > 20)
    return (void *)(long)shared;
  n = input ();
  assume (n < 10);
#if R == 6
  if ((unsigned)n > 20)
    return (void *)(long)shared;
#else
  if (n > 20)
    return (void *)(long)shared;
#endif
  n = global;
  check (n >= 3 && n <= 7, R == 8 ? NULL : "global");
#if R == 7
  n = global;
#endif
  if (n == 8)
    return (void *)(long)shared;
  return p;
}

static void *writer (void *p)
{
  shared = 1;
  return p;
}

int main (void)
{
  pthread_t a, b;
  global = input ();
#if R == 7
  spawn (&a, writer, NULL);
  global = input ();
#endif
  spawn (&a, reader, NULL);
  spawn (&b, writer, NULL);
#if R == 7
  global = 8;
#endif
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
