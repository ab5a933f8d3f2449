/* What is done once: main may say so before there are threads.
   RACY 1 'x': a thread sets it back
   RACY 2 'x': ... along with what is before it
   RACY 3 'x': a function does that it calls */
#include "common.h"
typedef struct {
  int before;
  pthread_once_t once;
} state;
static state s, pattern = {1, PTHREAD_ONCE_INIT};
static int x;
static void make (void)
{
  x++;
}
static void set_back (pthread_once_t *o)
{
  *o = PTHREAD_ONCE_INIT;
}
static void *run (void *a)
{
  pthread_once (&s.once, make);
#if R == 1
  if (a)
    s.once = PTHREAD_ONCE_INIT;
#elif R == 2
  if (a)
    s = pattern;
#elif R == 3
  set_back (&s.once);
#endif
  return (void *)(long)x;
}
int main (void)
{
  s = pattern;
  spawn_two (run);
  return 0;
}
