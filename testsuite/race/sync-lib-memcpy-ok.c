/* memcpy out of a shared struct, memset of it, both under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct stats {
  int in, out, errors;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats stats = { 1, 2, 3 };

static void *reset (void *unused)
{
  pthread_mutex_lock (&lock);
  memset (&stats, 0, sizeof stats);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  struct stats copy;
  pthread_t id;

  pthread_create (&id, NULL, reset, NULL);
  pthread_mutex_lock (&lock);
  memcpy (&copy, &stats, sizeof copy);
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", copy.in);
  return 0;
}
