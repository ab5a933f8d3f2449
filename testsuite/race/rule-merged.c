/* RULES 1.4 merged accesses: one function writes before the create.
   Racy: it is called again after the create. */
/* dg-additional-sources "rule-merged-b.c" */
#include <pthread.h>
#include <stdio.h>

extern int mode;

void set_mode (int n);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user (void *unused)
{
  pthread_mutex_lock (&lock);
  printf ("%d\n", mode); /* dg-message "read here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;

  set_mode (1);
  pthread_create (&id, NULL, user, NULL);
  set_mode (2);
  pthread_join (id, NULL);
  set_mode (3);
  return 0;
}
