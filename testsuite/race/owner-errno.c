/* The address of one thread's errno is handed out. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static void *worker (void *argument)
{
  int *error = argument;
  *error = EINVAL; /* dg-warning "data race" */
  return NULL;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, &errno);
  errno = ERANGE;
  pthread_join (thread, NULL);
  return errno;
}
