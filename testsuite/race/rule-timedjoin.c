/* RULES 1.4: access if pthread_timedjoin_np succeeded.  Racy: also if the time was up. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *child (void *unused)
{
  usleep (3000);
  x = 1; /* dg-warning "data race on 'x'" dg-message "written here" */
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
    printf ("%d\n", x); /* dg-message "read here" */
  if (rc != 0)
    pthread_join (id, NULL);
  return 0;
}
