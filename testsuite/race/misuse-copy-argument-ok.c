/* A function gets a struct with a lock by value, but does not lock it. */
#include <pthread.h>

struct box {
  pthread_mutex_t lock;
  const int *n;
};

static int n;
static struct box box = {PTHREAD_MUTEX_INITIALIZER, &n};

static int get (struct box b)
{
  return *b.n;
}

static void *work (void *p)
{
  pthread_mutex_lock (&box.lock);
  get (box);
  pthread_mutex_unlock (&box.lock);
  return p;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return n;
}
