/* Function releases its caller's lock. */
/* dg-additional-sources "lock-released-for-caller-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

extern pthread_mutex_t lock;
extern int dirty;

void flush_and_unlock (void);

static int writes;

static void *writer (void *unused)
{
  pthread_mutex_lock (&lock);
  dirty++;
  writes++;
  flush_and_unlock ();
  return unused;
}

static void *flusher (void *unused)
{
  pthread_mutex_lock (&lock);
  writes = 0;
  flush_and_unlock ();
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, flusher, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", writes);
  return 0;
}
