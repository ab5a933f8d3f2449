/* Timedlock, access if it succeeded. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *impatient (void *unused)
{
  struct timespec until;
  int rc;

  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  rc = pthread_mutex_timedlock (&lock, &until);
  if (rc == 0)
    state = 1;
  if (rc == 0)
    pthread_mutex_unlock (&lock);
  return unused;
}

static void *slow (void *unused)
{
  pthread_mutex_lock (&lock);
  usleep (20000);
  state = 2;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, slow, NULL);
  usleep (1000);
  pthread_create (&b, NULL, impatient, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", state);
  return 0;
}
