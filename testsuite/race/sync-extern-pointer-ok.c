/* A pointer that an undefined function returns; what it points to is used under a lock. */
#include <pthread.h>
#include <stdio.h>

struct ext_state {
  int level;
};

struct ext_state *ext_get_state (void); /* of a library without facts */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *raise_level (void *unused)
{
  struct ext_state *s = ext_get_state ();

  pthread_mutex_lock (&lock);
  s->level++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *show (void *unused)
{
  struct ext_state *s = ext_get_state ();

  pthread_mutex_lock (&lock);
  printf ("%d\n", s->level);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, raise_level, NULL);
  pthread_create (&b, NULL, show, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
