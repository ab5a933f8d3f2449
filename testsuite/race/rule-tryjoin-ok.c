/* RULES 1.4: pthread_tryjoin_np until it succeeds. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int x;

static void *child (void *unused)
{
  usleep (1000);
  x = 1;
  return unused;
}

int main (void)
{
  pthread_t id;
  int rc;

  pthread_create (&id, NULL, child, NULL);
  do {
    usleep (200);
    rc = pthread_tryjoin_np (id, NULL);
  } while (rc != 0);
  printf ("%d\n", x);
  return 0;
}
