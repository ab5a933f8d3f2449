/* Helper that returns with the lock on every path.  Racy: an early return forgets to take it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static int begin (int fresh)
{
  if (fresh) {
    return 0;
  }
  pthread_mutex_lock (&lock);
  return 1;
}

static void *loader (void *unused)
{
  int old = begin (1);

  cached = old + 1; /* dg-warning "data race on 'cached'" dg-message "written here" */
  if (old)
    pthread_mutex_unlock (&lock);
  return unused;
}

static void *user (void *unused)
{
  pthread_mutex_lock (&lock);
  cached++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, loader, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", cached);
  return 0;
}
