/* RULES 1.3 ticket reset: next++ under the lock gives each a slot of its own.
   Racy: next starts again. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next;
static int slot[8];

static void *worker (void *unused)
{
  int mine;

  pthread_mutex_lock (&lock);
  mine = next++;
  pthread_mutex_unlock (&lock);
  slot[mine & 7] += mine + 1; /* dg-warning "data race on 'slot" dg-message "updated here" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, worker, NULL);
  pthread_mutex_lock (&lock);
  next = 0;
  pthread_mutex_unlock (&lock);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", slot[0]);
  return 0;
}
