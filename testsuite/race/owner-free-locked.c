/* Object read, and freed, under the lock, the pointer cleared.  Racy: the reader keeps the pointer
   beyond the lock. */
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
  pthread_mutex_unlock (&lock);
  if (s)
    user = s->user; /* dg-warning "data race on '[^']*" dg-message "read here" */
  printf ("%d\n", user);
  return unused;
}

static void *logout (void *unused)
{
  pthread_mutex_lock (&lock);
  free (session); /* dg-message "freed here" */
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
