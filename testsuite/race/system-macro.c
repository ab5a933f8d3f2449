/* What a macro of a system header expands to is done by the code that uses the macro. */

#include <pthread.h>
#include <sys/select.h>

static fd_set watched, shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker (void *p)
{
  pthread_mutex_lock (&lock);
  FD_SET (3, &watched);
  pthread_mutex_unlock (&lock);
  FD_SET (4, &shared); /* { dg-warning "data race on 'shared" } */
  return p;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&lock);
  FD_CLR (3, &watched); /* { dg-bogus "data race" } */
  pthread_mutex_unlock (&lock);
  FD_CLR (4, &shared); /* { dg-message "updated here by" } */
  pthread_join (t, NULL);
  return FD_ISSET (3, &watched);
}
