/* Signals that a thread waits for, and one whose handler uses atomics only. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count;
static int seen;

static void on_signal (int sig)
{
  count += sig;
}

static void *wait_for (void *arg)
{
  int sig;
  sigwait (arg, &sig);
  seen = sig;
  return NULL;
}

int main (void)
{
  pthread_t t;
  sigset_t set;
  struct sigaction action = { .sa_handler = on_signal };
  sigaction (SIGUSR1, &action, NULL);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_create (&t, NULL, wait_for, &set);
  count = 0;
  pthread_kill (t, SIGUSR2);
  pthread_join (t, NULL);
  printf ("%d\n", seen);
  return 0;
}
