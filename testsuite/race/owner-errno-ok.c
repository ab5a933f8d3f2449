/* Race-free: each thread has an errno of its own. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static void *worker (void *argument)
{
  errno = 0;
  if (close (-1) && errno == EBADF)
    errno = EINVAL;
  return argument;
}

int main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  errno = ERANGE;
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return errno;
}
