/* RULES 1.4: pthread_tryjoin_np until it succeeds.  Racy: once, whatever it says. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int x;

static void *child (void *unused)
{
  usleep (1000);
  x = 1; /* dg-warning "data race on 'x'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;
  int rc;

  pthread_create (&id, NULL, child, NULL);
  rc = pthread_tryjoin_np (id, NULL);
  printf ("%d\n", x); /* dg-message "read here" */
  if (rc != 0)
    pthread_join (id, NULL);
  return 0;
}
