/* RULES 1.2: one element of an array of locks.
   Racy: any element of it: one object, not one lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int index_of[2] = { 0, 1 };
static int x;

static void *thread (void *arg)
{
  int i = *(int *) arg;

  printf ("%d\n", i);
  pthread_mutex_lock (&lock[i]);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&lock[i]);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, thread, &index_of[0]);
  pthread_create (&b, NULL, thread, &index_of[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
