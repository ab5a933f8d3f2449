/* LOCKSMITH, figure 29: mylock is called for l1 and for l2, then both are held. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l2 = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void mylock (pthread_mutex_t *a)
{
  pthread_mutex_lock (a);
}

static void myunlock (pthread_mutex_t *a)
{
  pthread_mutex_unlock (a);
}

static void *both (void *unused)
{
  mylock (&l1);
  mylock (&l2);
  x++;
  myunlock (&l2);
  myunlock (&l1);
  return unused;
}

static void *one (void *unused)
{
  mylock (&l2);
  x++;
  myunlock (&l2);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, both, NULL);
  pthread_create (&b, NULL, one, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
