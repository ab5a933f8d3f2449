/* A flag that is taken by a function which says by its result whether it has got it: one constant or another, as a
   condition on memory has found.
   RACY 1 'value': the result says yes although it is taken
   RACY 2 'value': nobody looks at the result
   RACY 3 'value': the flag is free again too early  */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner, value;

static int take (int *p, int old, int new)
{
  int done = R == 1;
  pthread_mutex_lock (&lock);
  if (*p == old) {
    *p = new;
    done = 1;
  }
  pthread_mutex_unlock (&lock);
  return done;
}

static void give (void)
{
  pthread_mutex_lock (&lock);
  owner = 0;
  pthread_mutex_unlock (&lock);
}

static void *worker (void *p)
{
  while (!take (&owner, 0, 1) && R != 2)
    ;
  if (R == 3)
    give ();
  value++;
  give ();
  return p;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  return 0;
}
