/* A function that joins one thread of several and goes on, called in a loop.
   WITHOUT schedule: the program is small
   RACY 1 'all[].v': the next one has not been joined
   RACY 2 'all[].v': ... by another function
   RACY 3 'all[].v': it is created again */
#include "common.h"
struct slot {
  pthread_t thread;
  int v;
};
static struct slot all[21];
static void *work (void *a)
{
  struct slot *p = a;
  p->v *= 2;
  return 0;
}
static void end (struct slot *p)
{
  pthread_join (p->thread, 0);
#if R == 1
  p[1].v = 0;
#elif R == 3
  pthread_create (&p->thread, 0, work, p);
#endif
  p->v = 0;
}
static void end_later (struct slot *p)
{
  end (p);
#if R == 2
  p[1].v = 0;
#endif
}
int main (int argc, char **argv)
{
  for (int i = 0; i < 20; i++)
    pthread_create (&all[i].thread, 0, work, &all[i]);
  for (int i = 0; i < 20; i++)
    end_later (&all[i]);
#if R == 3
  for (int i = 0; i < 20; i++)
    pthread_join (all[i].thread, 0);
#endif
  return 0;
}
