/* RULES 1.4 signal handler against another thread: an atomic flag. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int verbose;

static void on_usr1 (int sig)
{
  (void) sig;
  if (verbose)
    (void) !write (1, "usr1\n", 5);
}

static void *control (void *unused)
{
  verbose = 1;
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
