/* The creator holds the lock from before the creation until after the join, while the child
   works without it. Racy: two children are created under the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *child (void *arg)
{
  total += 5; /* dg-warning "data race on 'total'" dg-message "updated here" */
  return arg;
}

static void *boss (void *arg)
{
  pthread_t id;
  pthread_t more;

  pthread_mutex_lock (&lock);
  pthread_create (&id, NULL, child, NULL);
  pthread_create (&more, NULL, child, NULL);
  pthread_join (more, NULL);
  pthread_join (id, NULL);
  pthread_mutex_unlock (&lock);
  return arg;
}

static void *other (void *arg)
{
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, boss, NULL);
  pthread_create (&b, NULL, other, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
