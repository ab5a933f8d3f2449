/* Signals are blocked and taken by a thread with sigwait, which may lock. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reloads;

static void *take_signals (void *set)
{
  int number;

  if (sigwait (set, &number) == 0) {
    pthread_mutex_lock (&lock);
    reloads++;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void)
{
  sigset_t set;
  pthread_t id;

  sigemptyset (&set);
  sigaddset (&set, SIGHUP);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_create (&id, NULL, take_signals, &set);
  kill (getpid (), SIGHUP);
  pthread_mutex_lock (&lock);
  reloads += 10;
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", reloads);
  return 0;
}
