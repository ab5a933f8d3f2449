/* A mutex that its owner locks again: directly, in a callee, on the way around a loop. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t direct = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER,
                       loop = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int a, b, c, d;

static void add_b (void)
{
  pthread_mutex_lock (&inner); /* dg-warning "double lock of 'inner' \[-Wrace-double-lock\]" dg-message "locked here by thread 'worker' holding 'inner', called from 'worker'" */
  b++;
  pthread_mutex_unlock (&inner);
}

static void put (struct box *x, int n)
{
  pthread_mutex_lock (&x->lock); /* dg-warning "double lock of 'x->lock'" dg-message "locked here by thread 'worker'" */
  x->n = n;
  pthread_mutex_unlock (&x->lock);
}

static void *worker (void *arg)
{
  pthread_mutex_lock (&direct); /* dg-message "locked before that here" */
  a++;
  pthread_mutex_lock (&direct); /* dg-warning "double lock of 'direct'" dg-message "locked here by thread 'worker' holding 'direct'" */
  a++;
  pthread_mutex_unlock (&direct);
  pthread_mutex_unlock (&direct);

  pthread_mutex_lock (&inner); /* dg-message "locked before that here" */
  add_b ();
  pthread_mutex_unlock (&inner);

  pthread_mutex_lock (&box.lock); /* dg-message "locked before that here" */
  put (&box, 1);
  pthread_mutex_unlock (&box.lock);

  pthread_rwlock_rdlock (&table); /* dg-message "locked before that here" */
  if (!d) {
    pthread_rwlock_wrlock (&table); /* dg-warning "double lock of 'table'" dg-message "locked here" */
    d = 1;
    pthread_rwlock_unlock (&table);
  }
  pthread_rwlock_unlock (&table);

  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&loop); /* dg-warning "double lock of 'loop'" dg-message "locked here" dg-message "locked before that here" */
    if (i == *(int *)arg)
      continue;
    c++;
    pthread_mutex_unlock (&loop);
  }
  return NULL;
}

int main (void)
{
  pthread_t t, u;
  int odd = 3;
  pthread_create (&t, NULL, worker, &odd);
  pthread_create (&u, NULL, worker, &odd);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d %d %d %d %d\n", a, b, c, d, box.n);
  return 0;
}
