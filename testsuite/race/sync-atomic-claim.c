/* The first thread to exchange the flag initialises; nobody else touches the table before the
   join. Racy: the flag is loaded and stored apart. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int claimed;
static int table;

static void *start (void *arg)
{
  if (!atomic_load (&claimed)) {
    atomic_store (&claimed, 1);
    table = 7; /* dg-warning "data race on 'table'" dg-message "written here" */
  }
  return arg;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, start, NULL);
  pthread_create (&b, NULL, start, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", table);
  return 0;
}
