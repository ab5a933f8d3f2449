/* Function called with the lock held by every caller.  Racy: one caller does not. */
/* dg-additional-sources "lock-with-and-without-b.c" */
#include <pthread.h>
#include <stdio.h>

extern int generation;

void next_generation (void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer (void *unused)
{
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&lock);
    next_generation ();
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *invalidate (void *unused)
{
  next_generation ();
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, invalidate, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", generation);
  return 0;
}
