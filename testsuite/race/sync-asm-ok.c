/* Inline asm with a memory operand that is read and written, under the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ticks;

static void *clock_thread (void *unused)
{
  pthread_mutex_lock (&lock);
  __asm__ ("incl %0" : "+m" (ticks));
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;
  int t;

  pthread_create (&id, NULL, clock_thread, NULL);
  pthread_mutex_lock (&lock);
  t = ticks;
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", t);
  return 0;
}
