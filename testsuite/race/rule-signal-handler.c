/* RULES 1.4 signal handler against another thread: an atomic flag.  Racy: a plain one. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int verbose;

static void on_usr1 (int sig)
{
  (void) sig;
  if (verbose) /* dg-warning "data race on 'verbose'" dg-message "read here" */
    (void) !write (1, "usr1\n", 5);
}

static void *control (void *unused)
{
  verbose = 1; /* dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t id;

  signal (SIGUSR1, on_usr1);
  pthread_create (&id, NULL, control, NULL);
  raise (SIGUSR1);
  pthread_join (id, NULL);
  return 0;
}
