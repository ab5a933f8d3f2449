/* Places where the analysis takes something for granted. */
/* dg-racecheck-options "-Wrace-assumptions" */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

extern void unseen (int *);

static int shared;
static jmp_buf back;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*never) (void);

static void fail (void)
{
  longjmp (back, 1); /* dg-warning "'longjmp' may leave functions in the middle \[-Wrace-assumptions\]" */
}

static void *worker (void *arg)
{
  pthread_mutex_lock (&lock);
  shared++;
  pthread_mutex_unlock (&lock);
  __asm__ volatile ("" ::: "memory"); /* dg-warning "inline asm may access memory beyond its operands" */
  if (never)
    never (); /* dg-warning "nothing is known of the function that is called" */
  return arg;
}

int main (void)
{
  pthread_t t;
  void *f;
  pthread_create (&t, NULL, worker, NULL);
  pthread_mutex_lock (&lock);
  unseen (&shared); /* dg-warning "'unseen' has no facts and no model, and gets what threads share" */
  pthread_mutex_unlock (&lock);
  f = dlsym (NULL, "name"); /* dg-warning "nothing is known of what 'dlsym' returns" */
  if (fork () == 0) /* dg-warning "the process that 'fork' makes is not looked at" */
    return f != NULL;
  *(volatile int *)(long)getpid () = 1; /* dg-warning "an access through a pointer that leads to no known memory" */
  if (!setjmp (back))
    fail ();
  pthread_join (t, NULL);
  printf ("%d\n", shared);
  return 0;
}
