/* One global mutex around each access.  Racy: one read outside. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs_done;

static void *worker (void *unused)
{
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock (&lock);
    jobs_done++; /* dg-message "updated here" */
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t id;
  int seen = 0;

  pthread_create (&id, NULL, worker, NULL);
  seen = jobs_done; /* dg-warning "data race on 'jobs_done'" dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%d of %d\n", seen, jobs_done);
  return 0;
}
