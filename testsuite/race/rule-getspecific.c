/* RULES 1.3 pthread_getspecific: what all keys point to is shared, and locked.
   Racy: not locked. */
/* dg-additional-sources "rule-getspecific-b.c" */
#include <pthread.h>
#include <stdio.h>

pthread_key_t key;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int errors;

void report (void);

static void *thread (void *unused)
{
  pthread_setspecific (key, &errors);
  report ();
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_key_create (&key, NULL);
  pthread_create (&a, NULL, thread, NULL);
  pthread_create (&b, NULL, thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_destroy (&lock);
  printf ("%d\n", errors);
  return 0;
}
