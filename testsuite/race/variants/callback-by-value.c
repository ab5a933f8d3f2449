/* Code that nobody sees gets a structure, not a pointer to it, with a function that creates a thread: it may call that at
   once.
   WITHOUT schedule: the program is small
   RACY 1 'total': no lock, by a large structure
   RACY 2 'total': by one that fits a register
   RACY 3 'total': by a pointer to one */
#include "common.h"
struct operations {
  long (*write) (void *, const char *);
  void *a, *b, *c;
};
struct operation {
  void (*run) (void);
};
extern void take_large (struct operations), take_small (struct operation), take_pointer (struct operations *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *work (void *a)
{
  pthread_mutex_lock (&m);
  total++;
  pthread_mutex_unlock (&m);
  return a;
}
static void start (void)
{
  pthread_t t;
  spawn (&t, work, 0);
}
static long write_it (void *a, const char *text)
{
  start ();
  return a || text;
}
int main (void)
{
  struct operations all = {write_it, 0, 0, 0};
  struct operation one = {start};
#if R != 2 && R != 3
  take_large (all);
#endif
#if R == 2 || !R
  take_small (one);
#endif
#if R == 3 || !R
  take_pointer (&all);
#endif
#if !R
  pthread_mutex_lock (&m);
#endif
  int sum = total;
#if !R
  pthread_mutex_unlock (&m);
#endif
  return sum + (all.a || !one.run);
}
