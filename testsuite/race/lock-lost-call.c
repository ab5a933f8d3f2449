/* A call on the way may release some lock: perhaps it is not the one that is held. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *which = &other;
static int count, sure;

static void release (void)
{
  pthread_mutex_unlock (which);
}

static void update (void)
{
  pthread_mutex_lock (&other);
  release ();
  count++; /* dg-warning "possible data race on 'count'" dg-message "updated here" dg-message "a lock that was held on the way to one of the accesses may be held still" */
}

static void leave (void)
{
  pthread_mutex_unlock (&lock);
  sure++; /* dg-warning "^data race on 'sure'" dg-message "updated here" */
  pthread_mutex_lock (&lock);
}

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  update ();
  leave ();
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t thread;
  (void)argv;
  if (argc > 1)
    which = &lock;
  pthread_create (&thread, NULL, worker, NULL);
  pthread_mutex_lock (&lock);
  count++; /* dg-message "updated here" */
  sure++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
