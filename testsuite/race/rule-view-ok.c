/* RULES 1.2: two views of one value with one lock. */
#include <pthread.h>
#include <stdio.h>

struct view {
  pthread_mutex_t *lock;
  int *value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static struct view left = { &m, &x };
static struct view right = { &m, &x };

static void *thread (void *arg)
{
  struct view *v = arg;

  pthread_mutex_lock (v->lock);
  ++*v->value;
  pthread_mutex_unlock (v->lock);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, thread, &left);
  pthread_create (&b, NULL, thread, &right);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
