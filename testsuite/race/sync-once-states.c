/* Initialisation by who changes an atomic from 0 to 1; 2 says that it is done.  Racy: the others
   wait only until it has begun. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { NEW, BUSY, DONE };
static atomic_int state;
static int config;

static void init (void)
{
  int expected = NEW;
  if (atomic_compare_exchange_strong (&state, &expected, BUSY)) {
    config = 7; /* dg-warning "data race on 'config'" dg-message "written here" */
    atomic_store_explicit (&state, DONE, memory_order_release);
  }
  while (atomic_load_explicit (&state, memory_order_acquire) == NEW)
    sched_yield ();
}

static void *worker (void *unused)
{
  init ();
  return (char *)unused + config; /* dg-message "read here" */
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
