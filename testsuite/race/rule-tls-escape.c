/* RULES 1.3: address of a thread-local variable handed out, used under a lock.
   Racy: the owner uses it without. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int budget;
static int *budget_of_worker;

static void *worker (void *unused)
{
  budget = 10;
  pthread_mutex_lock (&lock);
  budget_of_worker = &budget;
  pthread_mutex_unlock (&lock);
  usleep (1000);
  budget--; /* dg-warning "data race on 'budget" dg-message "updated here" */
  usleep (1000);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, worker, NULL);
  usleep (500);
  pthread_mutex_lock (&lock);
  if (budget_of_worker)
    *budget_of_worker += 5; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  return 0;
}
