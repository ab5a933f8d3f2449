/* A counter that a signal handler and a thread touch: atomic. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int signals;

static void on_signal (int number)
{
  (void) number;
  signals++;
}

static void *watch (void *unused)
{
  if (signals)
    puts ("seen");
  return unused;
}

int main (void)
{
  struct sigaction action = { .sa_handler = on_signal };
  pthread_t id;

  sigaction (SIGUSR2, &action, NULL);
  pthread_create (&id, NULL, watch, NULL);
  raise (SIGUSR2);
  pthread_join (id, NULL);
  return 0;
}
