/* RULES 1.4: access if pthread_timedjoin_np succeeded. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *child (void *unused)
{
  usleep (3000);
  x = 1;
  return unused;
}

int main (void)
{
  struct timespec until;
  pthread_t id;
  int rc;

  pthread_create (&id, NULL, child, NULL);
  clock_gettime (CLOCK_REALTIME, &until);
  rc = pthread_timedjoin_np (id, NULL, &until);
  if (rc == 0)
    printf ("%d\n", x);
  if (rc != 0)
    pthread_join (id, NULL);
  return 0;
}
