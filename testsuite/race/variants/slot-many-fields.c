/* Each thread has an element of an array, and does much with it: reads and writes it at more places than its function
   tells others of.
   RACY 1 'slots[].b3': all threads get the first element
   RACY 2 'slots[].b3': the last thread gets the element of the one before
   RACY 3 'slots[].b3': main reads it
   RACY 4 'slots[].b3': the thread writes that of its neighbour
   RACY 5 'slots[].b3': the function is called by main, too */
#include "common.h"
#define EIGHT(f) f##0, f##1, f##2, f##3, f##4, f##5, f##6, f##7
struct slot {
  long EIGHT (a), EIGHT (b);
};
static struct slot slots[9];
static long inputs[16];
#define STEP(f, g) s->f += s->g + inputs[s->f & 15]
#define ROUND(f, g) \
  STEP (f##0, g##7); STEP (f##1, g##6); STEP (f##2, g##5); STEP (f##3, g##4); \
  STEP (f##4, g##3); STEP (f##5, g##2); STEP (f##6, g##1); STEP (f##7, g##0)
static void *worker (void *p)
{
  struct slot *s = p;
  for (int i = 0; i < 10; i++) {
    ROUND (a, b);
    ROUND (b, a);
    ROUND (a, a);
    ROUND (b, b);
  }
#if R == 4
  s[1].b3++;
#endif
  s->b3++;
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[8];
  for (int i = 0; i < 8; i++)
    inputs[i] = argc + i;
  for (int i = 0; i < 8; i++)
#if R == 1
    spawn (&t[i], worker, &slots[0]);
#elif R == 2
    spawn (&t[i], worker, &slots[i < 7 ? i : 6]);
#else
    spawn (&t[i], worker, &slots[i]);
#endif
#if R == 3
  printf ("%ld\n", slots[argc & 7].b3);
#elif R == 5
  worker (&slots[argc & 7]);
#endif
  for (int i = 0; i < 8; i++)
    pthread_join (t[i], 0);
  return slots[0].b3;
}
