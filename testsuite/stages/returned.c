/* Pointers that functions return: parts of what they got, globals, and one of two. */

#include <pthread.h>

struct node {
  struct node *next;
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a;   /* guarded by lock_a, which a function returns */
static int one; /* a race: one of two locks */
static struct node second = {0, PTHREAD_MUTEX_INITIALIZER, 0};
static struct node first = {&second, PTHREAD_MUTEX_INITIALIZER, 0};

static pthread_mutex_t *the_lock (void)
{
  return &lock_a;
}

static pthread_mutex_t *either (int which)
{
  return which ? &lock_a : &lock_b;
}

static struct node *next (struct node *n)
{
  return n->next;
}

static void *work (void *arg)
{
  pthread_mutex_lock (the_lock ());
  a++;
  pthread_mutex_unlock (the_lock ());
  pthread_mutex_t *l = either (arg != 0);
  pthread_mutex_lock (l);
  one++;
  pthread_mutex_unlock (l);
  struct node *n = next (&first);
  pthread_mutex_lock (&n->lock);
  n->n++; /* guarded by its own lock */
  pthread_mutex_unlock (&n->lock);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (&a);
  pthread_join (t, 0);
  return 0;
}
