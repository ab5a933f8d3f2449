/* Threads that are created by a function which code that nobody sees calls, perhaps several times.
   RACY 1 'count': no lock
   RACY 2 'last': the function itself, beside a thread of an earlier call
   RACY 3 'shared.n': each thread is given the same */
#include "common.h"
extern void each_item (void (*) (int));
struct made {
  int n;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, last;
static struct made shared;
static void *run (void *a)
{
  struct made *made = a;
#if R != 1
  pthread_mutex_lock (&lock);
#endif
  count++;
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
#if R == 2
  last++;
#endif
  made->n++;
  return 0;
}
static void start (int number)
{
  pthread_t t;
  last = number;
#if R == 3
  spawn (&t, run, &shared);
#else
  spawn (&t, run, calloc (1, sizeof shared));
#endif
  pthread_detach (t);
}
int main (void)
{
  each_item (start);
  return 0;
}
