/* Object read, and freed, under the lock, the pointer cleared. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct session {
  int user;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *session;

static void *show (void *unused)
{
  struct session *s;
  int user = 0;

  pthread_mutex_lock (&lock);
  s = session;
  if (s)
    user = s->user;
  pthread_mutex_unlock (&lock);
  printf ("%d\n", user);
  return unused;
}

static void *logout (void *unused)
{
  pthread_mutex_lock (&lock);
  free (session);
  session = NULL;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  session = malloc (sizeof *session);
  if (!session)
    abort ();
  session->user = 7;
  pthread_create (&a, NULL, show, NULL);
  pthread_create (&b, NULL, logout, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
