/* Nothing here is taken for granted: what is modelled, asm that says what it touches, functions whose
   targets are known. */
/* dg-racecheck-options "-Wrace-all" */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add (void)
{
  shared++;
}

static void (*const call) (void) = add;

static void *worker (void *arg)
{
  int n = 0;
  pthread_mutex_lock (&lock);
  call ();
  pthread_mutex_unlock (&lock);
  __asm__ volatile ("" : "+r" (n));
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&lock);
  memset (&shared, 0, sizeof shared);
  pthread_mutex_unlock (&lock);
  pthread_join (t, NULL);
  printf ("%d\n", shared);
  return 0;
}
