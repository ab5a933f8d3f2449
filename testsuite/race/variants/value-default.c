/* A switch over all that callers give, whose default is for none of it.
   WITHOUT schedule: it would do without
   RACY 1 'total': a negative number
   RACY 2 'total': one too many
   RACY 3 'total': nobody knows which
   RACY 4 'total': one is left out between
   RACY 5 'total': by a pointer to the function
   RACY 6 'total': counted up to one too many
   RACY 7 'total': a case that goes to the default
   RACY 8 'total': a number with a sign, before the first case */
#include "common.h"
enum what { OPEN, READ, WRITE, CLOSE };
static int total, given;

static const char *name (enum what what)
{
  switch (what) {
  case OPEN:
    return "open";
#if R != 4
  case READ:
    return "read";
#endif
  case WRITE:
    return "write";
#if R != 7
  case CLOSE:
    return "close";
#else
  case CLOSE:
#endif
  default:
    total++;
    return "?";
  }
}

static const char *signed_name (int what)
{
  if (what < (R == 8 ? -1 : 0))
    return "none";
  switch (what) {
  case 0:
    return "zero";
  case 1:
    return "one";
  case 2:
    return "two";
  case 3:
    return "three";
  default:
    total++;
    return "?";
  }
}

static void tell (int what, int n)
{
  enum what is = what;
  puts (name (is));
  puts (signed_name (n));
}

static void *work (void *a)
{
  tell (READ, 1);
  tell (CLOSE, R == 8 ? -1 : 3);
#if R == 1
  tell (-1, 0);
#elif R == 2
  tell (CLOSE + 1, 0);
#elif R == 3
  tell (given, 0);
#elif R == 5
  void (*volatile by) (int, int) = tell;
  by (9, 0);
#elif R == 6
  for (int i = 0; i <= 4; i++)
    tell (i, 0);
#endif
  return a;
}

int main (int argc, char **argv)
{
  pthread_t t;
  given = argc;
  spawn (&t, work, NULL);
  total++;
  pthread_join (t, NULL);
  return 0;
}
