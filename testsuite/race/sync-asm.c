/* Inline asm with a memory operand that is read and written, under the lock.  Racy: without it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ticks;

static void *clock_thread (void *unused)
{
  __asm__ ("incl %0" : "+m" (ticks)); /* dg-warning "data race on 'ticks'" dg-message "(updated|written) here" */
  return unused;
}

int main (void)
{
  pthread_t id;
  int t;

  pthread_create (&id, NULL, clock_thread, NULL);
  pthread_mutex_lock (&lock);
  t = ticks; /* dg-message "read here" */
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", t);
  return 0;
}
