/* Handles that functions return in structs, or store where their callers say: each call creates another thread.
   WITHOUT schedule: it would do
   RACY 1 'total': the thread runs
   RACY 2 'total': one of two has been joined twice
   RACY 3 'total': the struct is that of an earlier call
   RACY 4 'total': the handle in the struct is another one
   RACY 5 'total': a copy of the other struct */
#include "common.h"
struct worker { int number; pthread_t thread; };
static int total, other;
static void *count (void *a) { total++; return a; }
static void *count_other (void *a) { other++; return a; }
static struct worker start (int number, void *(*f) (void *))
{
  struct worker w;
  w.number = number;
  spawn (&w.thread, f, NULL);
  return w;
}
static void store (pthread_t *handle, void *(*f) (void *))
{
  pthread_t t;
  spawn (&t, f, NULL);
  *handle = t;
}
int main (void)
{
  struct worker a = start (0, count);
#if R == 1
  total++;
#endif
  pthread_join (a.thread, NULL);
  total++;
  a = start (1, count);
#if R == 2 || R == 4 || R == 5
  struct worker b = start (2, count_other);
#endif
#if R == 2
  pthread_join (b.thread, NULL);
#elif R == 4
  a.thread = b.thread;
  pthread_join (a.thread, NULL);
#elif R == 5
  a = b;
  pthread_join (a.thread, NULL);
#else
  pthread_join (a.thread, NULL);
#endif
  total++;
#if R == 3
  struct worker c = start (3, count);
  pthread_join (a.thread, NULL);
  total++;
  pthread_join (c.thread, NULL);
#endif
  pthread_t t;
  store (&t, count);
  pthread_join (t, NULL);
  total++;
  return total;
}
