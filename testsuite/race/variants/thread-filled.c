/* One loop fills the arguments of all threads, another one creates these.
   RACY 1 'data[]': one element less is filled
   RACY 2 'data[]': two get the same number
   RACY 3 'data[]': the first loop may end early
   RACY 4 'data[]': one is changed behind the loop
   RACY 5 'data[]': ... by a thread that has ended since then
   RACY 6 'data[]': ... by the function that creates the thread
   RACY 7 'data[]': ... in the first loop, once more
   RACY 8 'data[]': the second loop counts further
   RACY 9 'slots[].n': a pointer to the next slot but for the last */
#include "common.h"
struct slot {
  long n;
};
struct work {
  int number;
  struct slot *slot;
  pthread_t thread;
};
enum { MOST = 64 };
static int data[MOST];
static struct slot slots[MOST];
static struct work works[MOST];
static void *run (void *p)
{
  struct work *w = p;
  for (int i = 0; i < 100; i++) {
    data[w->number]++;
    w->slot->n++;
  }
  return 0;
}
static void *change (void *p)
{
  works[1].number = 0;
  return p;
}
static void start (struct work *w)
{
#if R == 6
  w->number = 0;
#endif
  spawn (&w->thread, run, w);
}
int main (int argc, char **argv)
{
  int n = atoi (argv[1]);
  if (n > MOST || n < 4)
    return 1;
#if R == 1
  for (int i = 0; i < n - 1; i++) {
#else
  for (int i = 0; i < n; i++) {
#endif
    works[i].number = 0;
#if R == 2
    works[i].number = i / 2;
#else
    works[i].number = i;
#endif
#if R == 7
    works[argc].number = 0;
#endif
#if R == 9
    works[i].slot = &slots[i < n - 1 ? i + 1 : i];
#else
    works[i].slot = &slots[i];
#endif
#if R == 3
    if (argc > i + 2)
      break;
#endif
  }
#if R == 4
  works[argc].number = 1;
#elif R == 5
  pthread_t t;
  spawn (&t, change, 0);
  pthread_join (t, 0);
#endif
#if R == 8
  for (int i = 0; i <= n; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    start (&works[i]);
  for (int i = 0; i < n; i++)
    pthread_join (works[i].thread, 0);
  return data[0] + (int)slots[0].n;
}
