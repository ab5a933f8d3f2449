/* In the child of a fork no other thread runs: what its handler does needs no lock.
   RACY 1 'state': the handler of the parent
   RACY 2 'state': one handler for both
   RACY 3 'state': before the fork
   RACY 4 'again': it starts a thread */
#include "common.h"
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state, again;

static void *run (void *a)
{
  pthread_mutex_lock (&lock);
  state++;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *helper (void *a)
{
  again++;
  return a;
}

static void reset (void)
{
  state = 0;
  pthread_mutex_init (&lock, 0);
#if R == 4
  pthread_t t;
  pthread_create (&t, 0, helper, 0);
  again = 2;
#endif
}

int main (void)
{
  pthread_t t;
#if R == 1
  pthread_atfork (0, reset, 0);
#elif R == 2
  pthread_atfork (0, reset, reset);
#elif R == 3
  pthread_atfork (reset, 0, 0);
#else
  pthread_atfork (0, 0, reset);
#endif
  pthread_create (&t, 0, run, 0);
  if (fork () == 0)
    _exit (0);
  return 0;
}
