/* The first element of an array says whether all are there: a loop sets it in its first round.  And a
   flag does so for another.

   RACY 1 'uses': the loop begins with the second
   RACY 2 'uses': the loop may have no round
   RACY 3 'uses': the element may be left out
   RACY 4 'uses': the loop may end before
   RACY 5 'uses': it is another array
   RACY 6 'uses': the element is set back
   RACY 7 'uses': a function that does so is called through a pointer, or another is
   RACY 8 'flags': the flag is 0 when it is converted
   RACY 9 'flags': the flag is counted, and wraps around
   RACY 10 'flags': the flag is set by a thread
   RACY 11 'flags': another bit of it is set */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { ALL = 100 };

struct object {
  int count;
};

static struct object *objects[ALL], *others[ALL];
#if R == 11
static struct {
  unsigned flag : 1, other : 1;
} bits;
#define flag bits.flag
#else
static unsigned char flag;
#endif
static int uses, flags, number;

static struct object *made (struct object *o)
{
  o->count = 1;
  return o;
}

static void make (void)
{
  uses++;
  for (int i = R == 1; i < (R == 2 ? number : ALL); i++) {
#if R == 3
    if (number > i)
      continue;
#elif R == 4
    if (number > i)
      break;
#endif
#if R == 5
    others[i] = made (malloc (sizeof (struct object)));
#else
    objects[i] = made (malloc (sizeof (struct object)));
#endif
  }
}

static void nothing (void)
{
}

static void (*maker) (void) = make;

static void look (void)
{
  if (!objects[0])
    make ();
  if (!flag) {
    flags++;
#if R == 8
    flag = (unsigned char)256;
#elif R == 9
    flag++;
#elif R == 11
    bits.other = 1;
#else
    flag = 1;
#endif
  }
}

static void *work (void *arg)
{
  look ();
#if R == 6
  objects[(long)arg] = NULL;
#endif
  return arg;
}

static void handler (int s)
{
  (void)s;
  look ();
}

int main (int argc, char **argv)
{
  pthread_t a, b;
  number = argc;
  signal (SIGUSR1, handler);
#if R == 7
  maker = argc > 1 ? nothing : make;
  maker ();
#elif R != 10
  look ();
#else
  make ();
#endif
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  look ();
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return uses + flags;
}
