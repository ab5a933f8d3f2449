/* Locks that are taken again by who may: recursive ones, after they were released, of other objects,
   only if they are not held, and by trying. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, made, again = PTHREAD_MUTEX_INITIALIZER,
                       perhaps = PTHREAD_MUTEX_INITIALIZER, loop = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t c11;
static struct box boxes[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static int a, b, c, e, f;
static _Atomic int d;

static void put (struct box *x, int n)
{
  pthread_mutex_lock (&x->lock);
  x->n = n;
  pthread_mutex_unlock (&x->lock);
}

static void add (int locked)
{
  if (!locked)
    pthread_mutex_lock (&perhaps);
  d++;
  if (!locked)
    pthread_mutex_unlock (&perhaps);
}

static void *worker (void *arg)
{
  pthread_mutex_lock (&nested);
  a++;
  pthread_mutex_lock (&nested);
  a++;
  pthread_mutex_unlock (&nested);
  pthread_mutex_unlock (&nested);

  pthread_mutex_lock (&made);
  pthread_mutex_lock (&made);
  b++;
  pthread_mutex_unlock (&made);
  pthread_mutex_unlock (&made);

  mtx_lock (&c11);
  mtx_lock (&c11);
  f++;
  mtx_unlock (&c11);
  mtx_unlock (&c11);

  pthread_mutex_lock (&again);
  c++;
  pthread_mutex_unlock (&again);
  pthread_mutex_lock (&again);
  c++;
  if (pthread_mutex_trylock (&again))
    c++;
  pthread_mutex_unlock (&again);

  pthread_mutex_lock (&boxes[0].lock);
  put (&boxes[1], 1);
  pthread_mutex_unlock (&boxes[0].lock);

  pthread_mutex_lock (&perhaps);
  add (1);
  pthread_mutex_unlock (&perhaps);
  add (0);

  pthread_rwlock_rdlock (&table);
  pthread_rwlock_rdlock (&table);
  pthread_rwlock_unlock (&table);
  pthread_rwlock_unlock (&table);

  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&loop);
    if (i == *(int *)arg) {
      pthread_mutex_unlock (&loop);
      continue;
    }
    e++;
    pthread_mutex_unlock (&loop);
  }
  return NULL;
}

int main (void)
{
  pthread_t t, u;
  pthread_mutexattr_t attr;
  int odd = 3;
  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&made, &attr);
  mtx_init (&c11, mtx_plain | mtx_recursive);
  pthread_create (&t, NULL, worker, &odd);
  pthread_create (&u, NULL, worker, &odd);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d %d %d %d %d %d\n", a, b, c, d, f, boxes[1].n);
  return 0;
}
