/* A lock is taken at the first of several levels, which thread-local memory counts.  Racy: it is
 * released at every level. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth;
static int inside;
static void enter (void)
{
  if (depth++ == 0)
    pthread_mutex_lock (&big);
}
static void leave (void)
{
  depth--;
  pthread_mutex_unlock (&big);
}
static void inner (void)
{
  enter ();
  inside++; /* dg-warning "data race on 'inside'" */
  leave ();
}
static void *work (void *a)
{
  for (int i = 0; i < 10; i++) {
    enter ();
    inside++;
    inner ();
    inside++;
    leave ();
  }
  return NULL;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (t, NULL, work, NULL);
  pthread_create (t + 1, NULL, work, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  printf ("%d\n", inside);
  return 0;
}
