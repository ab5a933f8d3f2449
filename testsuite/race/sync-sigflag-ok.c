/* A signal handler sets a flag of type sig_atomic_t by an atomic store; the threads read it
   atomically. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int stop;
static int count;

static void on_signal (int s)
{
  atomic_store (&stop, s);
}

static void *work (void *arg)
{
  while (!atomic_load (&stop))
    ;
  return arg;
}

int main (void)
{
  pthread_t id;
  signal (SIGINT, on_signal);
  pthread_create (&id, NULL, work, NULL);
  pthread_join (id, NULL);
  return 0;
}
