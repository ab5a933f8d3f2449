/* Locks in different orders that no two threads can meet in: under a lock of their own, one after the
   other, by trying, of other objects, by one thread, and two readers. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER,
                       e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER,
                       gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
static struct box boxes[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static int n;

static void both (struct box *x, struct box *y)
{
  pthread_mutex_lock (&x->lock);
  pthread_mutex_lock (&y->lock);
  x->n += y->n;
  pthread_mutex_unlock (&y->lock);
  pthread_mutex_unlock (&x->lock);
}

static void *first (void *arg)
{
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  n++;
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&gate);

  pthread_mutex_lock (&c);
  pthread_mutex_lock (&d);
  pthread_mutex_unlock (&d);
  pthread_mutex_unlock (&c);

  pthread_rwlock_rdlock (&r);
  pthread_rwlock_rdlock (&s);
  pthread_rwlock_unlock (&s);
  pthread_rwlock_unlock (&r);

  both (&boxes[0], &boxes[1]);

  pthread_mutex_lock (&e);
  pthread_mutex_lock (&f);
  pthread_mutex_unlock (&f);
  pthread_mutex_unlock (&e);
  return arg;
}

static void *second (void *arg)
{
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  n++;
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&gate);

  pthread_mutex_lock (&d);
  if (!pthread_mutex_trylock (&c))
    pthread_mutex_unlock (&c);
  pthread_mutex_unlock (&d);

  pthread_rwlock_rdlock (&s);
  pthread_rwlock_rdlock (&r);
  pthread_rwlock_unlock (&r);
  pthread_rwlock_unlock (&s);

  both (&boxes[0], &boxes[1]);
  return arg;
}

static void reverse (void)
{
  pthread_mutex_lock (&f);
  pthread_mutex_lock (&e);
  pthread_mutex_unlock (&e);
  pthread_mutex_unlock (&f);
}

int main (void)
{
  pthread_t t, u;
  reverse ();
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  reverse ();
  printf ("%d\n", n);
  return 0;
}
