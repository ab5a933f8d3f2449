/* A lock is copied with the struct that a function gets by value, and locked there. */
#include <pthread.h>

struct box {
  pthread_mutex_t lock;
  const int *n;
};

static int n;
static struct box box = {PTHREAD_MUTEX_INITIALIZER, &n};

static int get (struct box b)
{
  pthread_mutex_lock (&b.lock);
  int found = *b.n;
  pthread_mutex_unlock (&b.lock);
  return found;
}

static void *work (void *p)
{
  pthread_mutex_lock (&box.lock);
  get (box); /* dg-warning "'box.lock' is copied, and the copy is used as a lock too \[-Wrace-lock-copy\]" */
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
