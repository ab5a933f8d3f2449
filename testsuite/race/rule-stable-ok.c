/* RULES 1.1 stable: cur, guarded by G, does not change while G is held. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct shelf {
  pthread_mutex_t lock;
  int books;
};

static struct shelf a = { PTHREAD_MUTEX_INITIALIZER, 0 }, b = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t G = PTHREAD_MUTEX_INITIALIZER;
static struct shelf *cur = &a;

static void *put (void *unused)
{
  struct shelf *held;

  pthread_mutex_lock (&G);
  held = cur;
  pthread_mutex_lock (&cur->lock);
  cur->books++;
  pthread_mutex_unlock (&held->lock);
  pthread_mutex_unlock (&G);
  return unused;
}

static void *move_on (void *unused)
{
  pthread_mutex_lock (&G);
  cur = &b;
  pthread_mutex_unlock (&G);
  return unused;
}

static void *take (void *unused)
{
  usleep (1000);
  pthread_mutex_lock (&b.lock);
  b.books--;
  pthread_mutex_unlock (&b.lock);
  return unused;
}

int main (void)
{
  pthread_t t1, t2, t3;

  pthread_create (&t1, NULL, put, NULL);
  pthread_create (&t2, NULL, move_on, NULL);
  pthread_create (&t3, NULL, take, NULL);
  pthread_join (t1, NULL);
  pthread_join (t2, NULL);
  pthread_join (t3, NULL);
  printf ("%d %d\n", a.books, b.books);
  return 0;
}
