/* RULES 1.4 exit code: the destructor of a key counts under the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int gone;

static void at_end (void *name)
{
  puts (name);
  pthread_mutex_lock (&lock);
  gone++;
  pthread_mutex_unlock (&lock);
}

static void *thread (void *unused)
{
  static char name[] = "thread";

  pthread_setspecific (key, name);
  return unused;
}

int main (void)
{
  pthread_t id;
  int n;

  pthread_key_create (&key, at_end);
  pthread_create (&id, NULL, thread, NULL);
  pthread_mutex_lock (&lock);
  n = gone;
  pthread_mutex_unlock (&lock);
  printf ("%d\n", n);
  pthread_join (id, NULL);
  return 0;
}
