/* What the creator does to the element of a thread, before or after that, and to others with it.
   RACY 1 'all[].v': the next one, too, whose thread runs
   RACY 2 'all[].v': as many as nobody knows
   RACY 3 'all[].v': the next one, whose thread has not been joined */
#include "common.h"
struct slot {
  int v, w;
};
static struct slot all[12];
static void *work (void *a)
{
  struct slot *p = a;
  p->v *= 2;
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[10];
  for (int i = 9; i >= 0; i--) {
#if R == 1
    memset (&all[i], 0, 2 * sizeof all[i]);
#elif R == 2
    memset (&all[i], 0, (size_t)argc * sizeof all[i]);
#else
    memset (&all[i], 0, sizeof all[i]);
#endif
    pthread_create (&t[i], 0, work, &all[i]);
  }
  for (int i = 0; i < 10; i++) {
    pthread_join (t[i], 0);
#if R == 3
    memset (&all[i], 0, 2 * sizeof all[i]);
#else
    memset (&all[i], 0, sizeof all[i]);
#endif
  }
  return 0;
}
