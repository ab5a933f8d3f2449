/* Locks that are taken in different orders: by two functions, through callees, by three threads in a
   circle, and with a lock that readers share with a writer. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER,
                       e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER,
                       g = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void count (void)
{
  pthread_mutex_lock (&d); /* dg-warning "'d' and 'c' are locked in different orders" dg-message "locked here by thread 'first' holding 'c', called from 'first'" */
  n++;
  pthread_mutex_unlock (&d);
}

static void take (pthread_mutex_t *x, pthread_mutex_t *y)
{
  pthread_mutex_lock (x);
  pthread_mutex_lock (y); /* dg-message "locked here by thread 'second' holding 'd'" */
  pthread_mutex_unlock (y);
  pthread_mutex_unlock (x);
}

static void *first (void *arg)
{
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b); /* dg-warning "'b' and 'a' are locked in different orders \[-Wrace-lock-order\]" dg-message "locked here by thread 'first' holding 'a'" */
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);

  pthread_mutex_lock (&c);
  count ();
  pthread_mutex_unlock (&c);

  pthread_mutex_lock (&e);
  pthread_mutex_lock (&f); /* dg-warning "'f' and 'g' are locked in different orders" dg-message "locked here by thread 'first' holding 'e'" */
  pthread_mutex_unlock (&f);
  pthread_mutex_unlock (&e);

  pthread_rwlock_rdlock (&table);
  pthread_mutex_lock (&a); /* dg-message "locked here by thread 'first' holding 'table' for reading$" */
  pthread_mutex_unlock (&a);
  pthread_rwlock_unlock (&table);
  return arg;
}

static void *second (void *arg)
{
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a); /* dg-message "locked here by thread 'second' holding 'b'" */
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);

  take (&d, &c);

  pthread_mutex_lock (&f);
  pthread_mutex_lock (&g); /* dg-message "locked here by thread 'second' holding 'f'" */
  pthread_mutex_unlock (&g);
  pthread_mutex_unlock (&f);

  pthread_mutex_lock (&a);
  pthread_rwlock_wrlock (&table); /* dg-warning "'table' and 'a' are locked in different orders" dg-message "locked here by thread 'second' holding 'a'" */
  pthread_rwlock_unlock (&table);
  pthread_mutex_unlock (&a);
  return arg;
}

static void *third (void *arg)
{
  pthread_mutex_lock (&g);
  pthread_mutex_lock (&e); /* dg-message "locked here by thread 'third' holding 'g'" */
  pthread_mutex_unlock (&e);
  pthread_mutex_unlock (&g);
  return arg;
}

int main (void)
{
  pthread_t t, u, v;
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_create (&v, NULL, third, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  printf ("%d\n", n);
  return 0;
}
