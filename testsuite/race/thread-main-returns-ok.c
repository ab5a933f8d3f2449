/* Main returns while a detached thread runs, and tells it under the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stopping;

static void *poll_forever (void *unused)
{
  int stop;

  do {
    pthread_mutex_lock (&lock);
    stop = stopping;
    pthread_mutex_unlock (&lock);
  } while (!stop);
  return unused;
}

int main (void)
{
  pthread_attr_t attr;
  pthread_t id;

  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  pthread_create (&id, &attr, poll_forever, NULL);
  pthread_mutex_lock (&lock);
  stopping = 1;
  pthread_mutex_unlock (&lock);
  puts ("bye");
  return 0;
}
