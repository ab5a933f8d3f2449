/* Critical section left by return on several paths. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 5;

static int take (int n)
{
  pthread_mutex_lock (&lock);
  if (n <= 0) {
    pthread_mutex_unlock (&lock);
    return -1;
  }
  if (stock < n) {
    int left;

    left = stock;
    pthread_mutex_unlock (&lock);
    return left;
  }
  stock -= n;
  pthread_mutex_unlock (&lock);
  return 0;
}

static void *big (void *unused)
{
  printf ("%d\n", take (10));
  return unused;
}

static void *small (void *unused)
{
  printf ("%d %d\n", take (0), take (1));
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, big, NULL);
  pthread_create (&b, NULL, small, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
