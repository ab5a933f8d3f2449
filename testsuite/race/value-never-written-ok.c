/* An unlocked access behind a global that nobody ever writes. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int fast;
static int total;

static void *work (void *unused)
{
  if (fast) {
    total++;
    return unused;
  }
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t a, b;

  (void) argv;
  printf ("%d arguments\n", argc);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
