/* A counter that a signal handler and a thread touch: atomic.  Racy: a plain one, sig_atomic_t or
   not. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static volatile sig_atomic_t signals;

static void on_signal (int number)
{
  (void) number;
  signals++; /* dg-warning "data race on 'signals'" dg-message "updated here" */
}

static void *watch (void *unused)
{
  if (signals) /* dg-message "read here" */
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
