/* RULES 1.2: a static lock exists once. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread (void *unused)
{
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, thread, NULL);
  pthread_create (&b, NULL, thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
