/* Only one bit-field of a struct is ever set, to constants: threads do not come to what is done without it.
   RACY 1 'count': another bit-field is set, in the same byte
   RACY 2 'count': ... first this one, then the other is set to 0
   RACY 3 'count': ... and it is negative, so that all its bits are 1
   RACY 4 'count': another one is asked for, that begins in the middle of a byte and ends in the next
   RACY 5 'count': ... behind one with more bits
   RACY 6 'count': it is counted until it is 0 again
   RACY 7 'count': another one is set that begins with a byte, in the same word
   RACY 8 'count': it is in the second byte of the word, which is written as a whole */
#include "common.h"
static struct {
#if R == 3
  int some : 2;
  unsigned on : 1;
#elif R == 4
  unsigned some : 3, on : 12;
#elif R == 5
  unsigned some : 4, on : 1;
#elif R == 8
  unsigned some : 4, more : 9, on : 3;
#elif R == 7
  unsigned long on : 40, some : 24;
#else
  unsigned on : 1, some : 1;
#endif
} flags;
static int count;

static void *run (void *a)
{
#if R == 2
  if (flags.some == 1)
#elif R == 4
  if (flags.on == 3)
#elif R == 5
  if (flags.on == 1)
#elif R == 8
  if (flags.on == 5)
#elif R == 7
  if (flags.on == 1UL << 33)
#else
  if (!flags.on)
#endif
    count++;
  return NULL;
}
int main (int argc, char **argv)
{
  pthread_t t, u;
#if R == 1
  flags.some = 1;
#elif R == 2
  flags.on = 0;
  flags.some = 1;
  flags.on = 0;
#elif R == 3
  flags.some = -1;
#elif R == 4
  flags.on = 3;
#elif R == 5
  flags.on = 1;
  flags.some = argc;
#elif R == 8
  flags.on = 5;
#elif R == 7
  flags.on = 1UL << 33;
  flags.some = 5;
#elif R == 6
  flags.on = 1;
  flags.on++;
#else
  flags.on = 1;
#endif
  spawn (&t, run, NULL);
  spawn (&u, run, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return count;
}
