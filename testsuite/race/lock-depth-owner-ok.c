/* A lock that its owner may take again, by its handle and a depth. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pthread_t owner;
static int depth;
static int pot;
static void enter (void)
{
  pthread_t me = pthread_self ();
  if (atomic_load (&owner) != me) {
    pthread_mutex_lock (&m);
    atomic_store (&owner, me);
  }
  depth++;
}
static void leave (void)
{
  if (--depth == 0) {
    atomic_store (&owner, 0);
    pthread_mutex_unlock (&m);
  }
}
static void add (int k)
{
  enter ();
  pot += k;
  leave ();
}
static void *work (void *a)
{
  for (int i = 0; i < 10; i++) {
    enter ();
    add (1);
    pot *= 2;
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
  printf ("%d\n", pot);
  return 0;
}
