/* Functions that return with a lock because they hand it over: always, by their result, under a
   condition that their callers know; and such that release it on every way. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER,
                       gate = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t *given;
static int x, z, w, use_locks = 1;
static _Atomic int y;

static void add (int n)
{
  pthread_mutex_lock (&a);
  if (n < 0) {
    pthread_mutex_unlock (&a);
    return;
  }
  x += n;
  pthread_mutex_unlock (&a);
}

/* Returns it locked, or NULL. */
static struct box *get (int n)
{
  pthread_mutex_lock (&box.lock);
  if (box.n < n) {
    pthread_mutex_unlock (&box.lock);
    return NULL;
  }
  return &box;
}

static void enter (void)
{
  pthread_mutex_lock (&c);
}

static void leave (void)
{
  pthread_mutex_unlock (&c);
}

static void maybe_enter (void)
{
  if (use_locks)
    pthread_mutex_lock (&b);
}

static void maybe_leave (void)
{
  if (use_locks)
    pthread_mutex_unlock (&b);
}

/* What was locked is there. */
static void append (int n)
{
  pthread_mutex_lock (given);
  w += n;
  if (given)
    pthread_mutex_unlock (given);
}

/* Takes it again for its caller. */
static void pause_for (int n)
{
  pthread_mutex_unlock (&d);
  for (int i = 0; i < n; i++)
    y++;
  pthread_mutex_lock (&d);
}

static void *worker (void *arg)
{
  int n = *(int *)arg, locked = 0;
  struct box *p;
  add (n);
  append (n);
  if ((p = get (n))) {
    p->n++;
    pthread_mutex_unlock (&p->lock);
  }
  enter ();
  if (n == 7) {
    leave ();
    return NULL;
  }
  z++;
  leave ();
  maybe_enter ();
  y++;
  maybe_leave ();
  pthread_mutex_lock (&d);
  pause_for (n);
  pthread_mutex_unlock (&d);
  if (n > 3) {
    pthread_mutex_lock (&a);
    locked = 1;
  }
  if (locked)
    pthread_mutex_unlock (&a);
  return arg;
}

int main (void)
{
  pthread_t t, u;
  int one = 1, two = 2;
  given = malloc (sizeof *given);
  if (!given)
    return 1;
  pthread_mutex_init (given, NULL);
  pthread_mutex_lock (&gate);
  if (pthread_create (&t, NULL, worker, &one) || pthread_create (&u, NULL, worker, &two))
    return 1; /* the program ends */
  pthread_mutex_unlock (&gate);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d %d %d\n", x, y, z);
  return 0;
}
