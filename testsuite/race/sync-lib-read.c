/* read and write with a shared buffer under the lock.  Racy: the buffer is read into outside the
   lock. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[16];

static void *fill (void *unused)
{
  int fd = open ("/dev/zero", O_RDONLY);

  if (read (fd, buffer, sizeof buffer) < 0) /* dg-warning "data race on '[^']*buffer" dg-message "written here" */
    perror ("read");
  close (fd);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, fill, NULL);
  pthread_mutex_lock (&lock);
  if (write (1, buffer, 4) < 0) /* dg-message "read here" */
    perror ("write");
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  return 0;
}
