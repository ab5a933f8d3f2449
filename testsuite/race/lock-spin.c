/* Spinlock.  Racy: one access outside. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_spinlock_t lock;
static unsigned long ticks;

static void *clock_thread (void *unused)
{
  for (int i = 0; i < 100; i++) {
    pthread_spin_lock (&lock);
    ticks++; /* dg-message "updated here" */
    pthread_spin_unlock (&lock);
  }
  return unused;
}

static void *adjust (void *unused)
{
  ticks += 1000; /* dg-warning "data race on 'ticks'" dg-message "updated here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_spin_init (&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create (&a, NULL, clock_thread, NULL);
  pthread_create (&b, NULL, adjust, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%lu\n", ticks);
  pthread_spin_destroy (&lock);
  return 0;
}
