/* The child first takes and drops a lock that its creator holds until all is prepared. Racy:
   the creator writes after it has released the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int plan;

static void *child (void *arg)
{
  pthread_mutex_lock (&gate);
  pthread_mutex_unlock (&gate);
  printf ("%d\n", plan); /* dg-warning "data race on 'plan'" dg-message "read here" */
  return arg;
}

int main (void)
{
  pthread_t id;

  pthread_mutex_lock (&gate);
  pthread_create (&id, NULL, child, NULL);
  pthread_mutex_unlock (&gate);
  plan = 4; /* dg-message "written here" */
  pthread_join (id, NULL);
  return 0;
}
