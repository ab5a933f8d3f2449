/* A global option of another file that no file ever writes. */
/* dg-additional-sources "value-never-written-files-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

extern int opt_unsafe;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *unused)
{
  if (!opt_unsafe)
    pthread_mutex_lock (&lock);
  count++;
  if (!opt_unsafe)
    pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  printf ("safe\n");
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", count);
  return 0;
}
