/* Functions that return with a lock on some ways: of an error, of a loop, of an object, with a result
   that would tell, and through functions that lock. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int x, y, z, w;

static void add (int n)
{
  pthread_mutex_lock (&a); /* dg-warning "'a' is not released on all paths \[-Wrace-lock-leak\]" dg-message "locked here by thread" */
  if (n < 0)
    return;
  x += n;
  pthread_mutex_unlock (&a);
}

static int set (int n)
{
  pthread_mutex_lock (&b); /* dg-warning "'b' is not released on all paths" dg-message "locked here" */
  if (n < 0)
    return -1;
  y = n;
  pthread_mutex_unlock (&b);
  return 0;
}

static int put (struct box *p, int n)
{
  if (!n)
    return 0;
  pthread_mutex_lock (&p->lock); /* dg-warning "'p->lock' is not released on all paths" dg-message "locked here" */
  for (int i = 0; i < n; i++) {
    if (p->n > 100)
      return i;
    p->n++;
  }
  pthread_mutex_unlock (&p->lock);
  return n;
}

static void enter (void)
{
  pthread_mutex_lock (&c); /* dg-warning "'c' is not released on all paths" dg-message "locked here" */
}

static void leave (void)
{
  pthread_mutex_unlock (&c);
}

/* It is released behind its setjmp by the function that takes it, which says nothing of others. */
static int parse (int n)
{
  jmp_buf failed;
  if (setjmp (failed)) {
    pthread_mutex_unlock (&d);
    return -1;
  }
  pthread_mutex_lock (&d);
  if (n < 0)
    longjmp (failed, 1);
  w = n;
  pthread_mutex_unlock (&d);
  return 0;
}

static int forget (int n)
{
  pthread_mutex_lock (&d); /* dg-warning "'d' is not released on all paths" dg-message "locked here" */
  if (w == n)
    return 1;
  w = 0;
  pthread_mutex_unlock (&d);
  return 0;
}

static void *worker (void *arg)
{
  int n = *(int *)arg;
  if (parse (n) || forget (n))
    return NULL;
  add (n);
  if (set (n))
    puts ("error");
  put (&box, n);
  return arg;
}

static void *visitor (void *arg)
{
  int n = *(int *)arg;
  enter ();
  if (n == 7)
    return NULL;
  z++;
  leave ();
  return arg;
}

int main (void)
{
  pthread_t t, u, v, w;
  int one = 1, two = 2;
  pthread_create (&t, NULL, worker, &one);
  pthread_create (&u, NULL, worker, &two);
  pthread_create (&v, NULL, visitor, &one);
  pthread_create (&w, NULL, visitor, &two);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  pthread_join (w, NULL);
  printf ("%d %d %d\n", x, y, z);
  return 0;
}
