/* A helper works on the argument of a thread before that is created; the number in there stays.
   RACY 1 'data[]': it does not */
#include "common.h"
struct work {
  int number, seen;
};
static int data[4];
static void *prepare (void *p)
{
  struct work *w = p;
#if R == 1
  w->number = 0;
#else
  w->seen = 1;
#endif
  return 0;
}
static void *run (void *p)
{
  struct work *w = p;
  data[w->number]++;
  return 0;
}
int main (void)
{
  pthread_t helper, t[4];
  for (int i = 0; i < 4; i++) {
    struct work *w = malloc (sizeof *w);
    w->number = i;
    w->seen = 0;
    pthread_create (&helper, 0, prepare, w);
    pthread_join (helper, 0);
    pthread_create (&t[i], 0, run, w);
  }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  return data[0];
}
