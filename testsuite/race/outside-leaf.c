/* A function that is declared to call nothing back still writes what it gets a pointer to. */
#include <pthread.h>
#include <stddef.h>

extern void measure (int *result) __attribute__ ((leaf, nothrow));

static int size;

static void *worker (void *argument)
{
  measure (&size); /* dg-warning "data race on .size." */
  return argument;
}

int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, NULL);
  measure (&size);
  pthread_join (thread, NULL);
  return size;
}
