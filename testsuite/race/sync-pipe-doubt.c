/* A thread writes into two pipes, and what it does between these is not ordered by the first.  */
#include <pthread.h>
#include <unistd.h>

static int started[2], ready[2];
static int early, value, last;

static void *work (void *p)
{
  char c = 1;
  if (write (started[1], &c, 1) != 1)
    return 0;
  value = 1; /* dg-warning "possible data race on 'value'" dg-message "written here by thread 'work'" dg-message "an atomic, a condition or a pipe for which one of the threads waits may order them" */
  if (write (ready[1], &c, 1) != 1)
    return 0;
  last = 1; /* dg-warning "data race on 'last'" dg-message "written here by thread 'work'" */
  return p;
}

int main (void)
{
  pthread_t t;
  char c;
  if (pipe (started) || pipe (ready))
    return 1;
  pthread_create (&t, NULL, work, NULL);
  if (read (started[0], &c, 1) < 0)
    return 1;
  early = value; /* dg-message "read here by thread 'main'" */
  early += last; /* dg-message "read here by thread 'main'" */
  pthread_join (t, NULL);
  return early;
}
