/* A handler and the thread that it interrupts: volatile and atomic variables, and what only the handler touches, or only reads. */
/* dg-racecheck-options "-Wrace-all" */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int count;
static int limit, calls;
static volatile sig_atomic_t stop;

static void on_signal (int sig)
{
  calls++;
  if (++count > limit)
    stop = sig;
}

int main (void)
{
  signal (SIGINT, on_signal);
  while (!stop)
    pause ();
  printf ("%d\n", count);
  return 0;
}
