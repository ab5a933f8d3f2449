/* Bit-fields of one storage unit under one lock.  Racy: each under a lock of its own. */
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned dirty : 1;
  unsigned open : 1;
} state;

static pthread_mutex_t dirty_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer (void *unused)
{
  pthread_mutex_lock (&dirty_lock);
  state.dirty = 1; /* dg-warning "data race on '[^']*state" dg-message "written here" */
  pthread_mutex_unlock (&dirty_lock);
  return unused;
}

static void *opener (void *unused)
{
  pthread_mutex_lock (&open_lock);
  state.open = 1; /* dg-message "written here" */
  pthread_mutex_unlock (&open_lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, opener, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", state.dirty + state.open);
  return 0;
}
