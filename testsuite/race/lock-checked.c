/* if (lock (m)) abort (), and a wrapper that does the same.  Racy: one access before it. */
/* dg-additional-sources "lock-checked-b-ok.c" */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_files;

void must_lock (pthread_mutex_t *m);

static void *opener (void *unused)
{
  if (pthread_mutex_lock (&lock))
    abort ();
  open_files++; /* dg-message "updated here" */
  if (pthread_mutex_unlock (&lock))
    abort ();
  return unused;
}

static void *closer (void *unused)
{
  open_files--; /* dg-warning "data race on 'open_files'" dg-message "updated here" */
  must_lock (&lock);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, opener, NULL);
  pthread_create (&b, NULL, closer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", open_files);
  return 0;
}
