/* Threads end without locks: released before, on each way, or by a handler. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void *first (void *argument)
{
  pthread_mutex_lock (&a);
  x++;
  if (!argument) {
    pthread_mutex_unlock (&a);
    pthread_exit (NULL);
  }
  pthread_mutex_unlock (&a);
  return NULL;
}

static void release (void *lock)
{
  pthread_mutex_unlock (lock);
}

static void *second (void *argument)
{
  pthread_mutex_lock (&b);
  pthread_cleanup_push (release, &b);
  y++;
  if (argument)
    pthread_exit (argument);
  pthread_cleanup_pop (1);
  return NULL;
}

static void work (void)
{
  pthread_mutex_lock (&c);
  z++;
  if (z > 1)
    pthread_exit (NULL);
  pthread_mutex_unlock (&c);
}

static void *third (void *argument)
{
  pthread_cleanup_push (release, &c);
  work ();
  pthread_cleanup_pop (0);
  return argument;
}

int main (void)
{
  pthread_t t, u, v;
  pthread_create (&t, NULL, first, &x);
  pthread_create (&u, NULL, second, NULL);
  pthread_create (&v, NULL, third, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  return x + y + z;
}
