/* Choi et al., figure 1, main joins both threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct obj {
  int f, g;
};

struct child {
  pthread_mutex_t *a;
  struct obj *b;
};

static pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER;
static struct obj q;
static struct child child1 = { &p, &q };
static struct child child2 = { &p, &q };

static void m1 (struct obj *y)
{
  y->f = 100;
}

static void m2 (void)
{
  struct obj *z = malloc (sizeof *z);

  if (z)
    z->g = 1;
  free (z);
}

static void *child (void *arg)
{
  struct child *self = arg;

  pthread_mutex_lock (self->a);
  m1 (self->b);
  m2 ();
  pthread_mutex_unlock (self->a);
  return NULL;
}

int main (void)
{
  pthread_t t1, t2;

  pthread_create (&t2, NULL, child, &child2);
  pthread_create (&t1, NULL, child, &child1);
  pthread_mutex_lock (&p);
  m1 (&q);
  pthread_mutex_unlock (&p);
  pthread_join (t2, NULL);
  pthread_join (t1, NULL);
  q.f = 200;
  printf ("%d\n", q.f);
  return 0;
}
