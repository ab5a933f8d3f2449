/* A handler and the thread that it interrupts: one of them writes, and not all at once. */
/* dg-racecheck-options "-Wrace-signal" */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int count;
static char last[8];
static volatile sig_atomic_t stop;

static void on_signal (int sig)
{
  count++; /* dg-warning "'count' is accessed by a signal handler and by what it interrupts \[-Wrace-signal\]" dg-message "updated here by signal handler 'on_signal'" */
  memcpy (last, "signal", 7); /* dg-warning "'last\[\]' is accessed by a signal handler" dg-message "written here by 'memcpy' in signal handler" */
  stop = sig;
}

int main (void)
{
  struct sigaction action = { .sa_handler = on_signal };
  sigaction (SIGINT, &action, NULL);
  while (!stop) {
    count += 2; /* dg-message "updated here by thread 'main'" */
    pause ();
  }
  printf ("%s\n", last); /* dg-message "read here by '(__builtin_)?puts' in thread 'main'" */
  return 0;
}
