/* Locks that are destroyed while they are held: at once, in a callee, through a wrapper. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int a;

static void drop (struct box *x)
{
  pthread_mutex_destroy (&x->lock); /* dg-warning "'x->lock' is destroyed while it is held \[-Wrace-destroy-held\]" dg-message "destroyed here by thread 'worker'" */
  free (x);
}

static void *worker (void *arg)
{
  struct box *x = malloc (sizeof *x);
  pthread_mutex_init (&x->lock, NULL);
  pthread_mutex_lock (&x->lock); /* dg-message "locked before that here" */
  x->n = 1;
  drop (x);
  pthread_mutex_lock (&m);
  a++;
  pthread_mutex_unlock (&m);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&m);
  a++;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  pthread_mutex_lock (&m); /* dg-message "locked before that here" */
  printf ("%d\n", a);
  pthread_mutex_destroy (&m); /* dg-warning "'m' is destroyed while it is held" dg-message "destroyed here by thread 'main' holding 'm'" */
  pthread_rwlock_rdlock (&table); /* dg-message "locked before that here" */
  pthread_rwlock_destroy (&table); /* dg-warning "'table' is destroyed while it is held" dg-message "destroyed here" */
  return 0;
}
