/* Locks that are released where they were not taken: by a callee for its caller, after a wrapper has
   taken them, under the condition under which they were taken, through a table of functions, in a
   cleanup handler, and one of several. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static struct box boxes[4] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 },
                               { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int a, b, d;
static _Atomic int c;

static void open_box (struct box *x)
{
  pthread_mutex_lock (&x->lock);
}

static void close_box (struct box *x)
{
  pthread_mutex_unlock (&x->lock);
}

static struct box *find (int i)
{
  struct box *x = &boxes[i & 3];
  if (i < 0)
    return NULL;
  pthread_mutex_lock (&x->lock);
  return x;
}

static int begin (void)
{
  return pthread_mutex_trylock (&k) == 0;
}

static void lock_m (void)
{
  pthread_mutex_lock (&m);
}

static void unlock_m (void)
{
  pthread_mutex_unlock (&m);
}

static const struct {
  void (*enter) (void), (*leave) (void);
} way = { lock_m, unlock_m };

static void down (int n)
{
  if (n > 0) {
    down (n - 1);
    return;
  }
  pthread_rwlock_wrlock (&table);
}

static void *worker (void *arg)
{
  int i = *(int *)arg;
  struct box *x;
  open_box (&boxes[0]);
  boxes[0].n++;
  close_box (&boxes[0]);

  if ((x = find (i))) {
    x->n++;
    pthread_mutex_unlock (&x->lock);
  }
  if (begin ()) {
    b++;
    pthread_mutex_unlock (&k);
  }
  way.enter ();
  a++;
  way.leave ();

  down (i);
  c++;
  pthread_rwlock_unlock (&table);

  if (i > 4)
    pthread_mutex_lock (&m);
  if (i > 4) {
    d++;
    pthread_mutex_unlock (&m);
  }
  return NULL;
}

int main (void)
{
  pthread_t t, u;
  int one = 1, two = 2;
  pthread_create (&t, NULL, worker, &one);
  pthread_create (&u, NULL, worker, &two);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d %d %d %d\n", a, b, c, d);
  return 0;
}
