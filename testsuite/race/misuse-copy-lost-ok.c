/* A pointer that may lead to too many places to tell them apart, some of which hold no lock: that these
   are copied is no copy of a lock. */
#include <pthread.h>
#include <stdio.h>

#define TEN(X, n) X (n##0) X (n##1) X (n##2) X (n##3) X (n##4) X (n##5) X (n##6) X (n##7) X (n##8) X (n##9)
#define HUNDRED(X, n)                                                                                        \
  TEN (X, n##0) TEN (X, n##1) TEN (X, n##2) TEN (X, n##3) TEN (X, n##4)                                      \
  TEN (X, n##5) TEN (X, n##6) TEN (X, n##7) TEN (X, n##8) TEN (X, n##9)
#define ALL(X) HUNDRED (X, 1) HUNDRED (X, 2) HUNDRED (X, 3) HUNDRED (X, 4) HUNDRED (X, 5) HUNDRED (X, 6)

#define DEFINE(n) static pthread_mutex_t m##n = PTHREAD_MUTEX_INITIALIZER;
#define ADDRESS(n) &m##n,

struct pair {
  long a[8];
};
static struct pair x, y;
static int count, shared;
ALL (DEFINE)
static void *const any[] = { &x, ALL (ADDRESS) };

static void *worker (void *arg)
{
  pthread_mutex_lock (&m100);
  shared++;
  pthread_mutex_unlock (&m100);
  return arg;
}

static void use (void *p, int is_lock)
{
  if (is_lock) {
    pthread_mutex_lock (p);
    count++;
    pthread_mutex_unlock (p);
  } else
    ((struct pair *) p)->a[0]++;
}

int main (int argc, char **argv)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&m100);
  shared++;
  pthread_mutex_unlock (&m100);
  use (any[argc], 1);
  use (&y, 0);
  y = *(const struct pair *) any[argc - 1];
  pthread_join (t, NULL);
  printf ("%s %ld %d\n", argv[0], y.a[0], count);
  return 0;
}
