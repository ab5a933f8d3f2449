/* A signal handler sets a flag of type sig_atomic_t by an atomic store; the threads read it
   atomically. Racy: the handler also counts in a plain variable that a thread reads. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int stop;
static int count;

static void on_signal (int s)
{
  atomic_store (&stop, s);
  count++; /* dg-warning "data race on 'count'" dg-message "updated here" */
}

static void *work (void *arg)
{
  while (!atomic_load (&stop))
    ;
  return (void *)(long)count; /* dg-message "read here" */
}

int main (void)
{
  pthread_t id;
  signal (SIGINT, on_signal);
  pthread_create (&id, NULL, work, NULL);
  pthread_join (id, NULL);
  return 0;
}
