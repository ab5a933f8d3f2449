/* A function that is chosen when the program starts.
   RACY 1 'x': one of them takes no lock */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void plainly (void)
{
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
}

static void otherwise (void)
{
#if R != 1
  pthread_mutex_lock (&m);
#endif
  x += 2;
#if R != 1
  pthread_mutex_unlock (&m);
#endif
}

static void (*choose (void)) (void)
{
  return getenv ("PLAIN") ? plainly : otherwise;
}

void add (void) __attribute__ ((ifunc ("choose")));

static void *work (void *unused)
{
  add ();
  return unused;
}

int main (void)
{
  pthread_t t[2];
  spawn (&t[0], work, NULL);
  spawn (&t[1], work, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return x;
}
