/* A callback registered with an undefined library; it runs in the thread that polls, and locks. */
#include <pthread.h>
#include <stdio.h>

void ext_on_event (void (*callback) (void)); /* of a library without facts */
void ext_poll (void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int events;

static void on_event (void)
{
  pthread_mutex_lock (&lock);
  events++;
  pthread_mutex_unlock (&lock);
}

static void *poller (void *unused)
{
  ext_poll ();
  return unused;
}

int main (void)
{
  pthread_t id;
  int n;

  ext_on_event (on_event);
  pthread_create (&id, NULL, poller, NULL);
  pthread_mutex_lock (&lock);
  n = events;
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", n);
  return 0;
}
