/* A handler that another thread may run is a race, also with a thread that only waits for signals. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int count, seen;

static void on_signal (int sig)
{
  count += sig; /* dg-warning "data race on 'count' \[-Wrace\]" dg-message "updated here by signal handler 'on_signal'" */
}

static void *wait_for (void *arg)
{
  int sig;
  sigwait (arg, &sig);
  seen = sig; /* dg-warning "data race on 'seen'" dg-message "written here by thread 'wait_for'" */
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
  count = 0; /* dg-message "written here by thread 'main'" */
  printf ("%d\n", seen); /* dg-message "read here by thread 'main'" */
  pthread_join (t, NULL);
  return 0;
}
