/* RULES 1.4 exit code: a cleanup handler counts under the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int aborted;

static void cleanup (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&lock);
  aborted++;
  pthread_mutex_unlock (&lock);
}

static void *thread (void *arg)
{
  pthread_cleanup_push (cleanup, NULL);
  if (!arg)
    pthread_exit (NULL);
  puts ("went well");
  pthread_cleanup_pop (0);
  return NULL;
}

int main (void)
{
  pthread_t id;
  int n;

  pthread_create (&id, NULL, thread, NULL);
  pthread_mutex_lock (&lock);
  n = aborted;
  pthread_mutex_unlock (&lock);
  printf ("%d\n", n);
  pthread_join (id, NULL);
  return 0;
}
