/* The other file of owner-once-files. */
#include <pthread.h>
#include <stdlib.h>

static int *table;

static void make (void)
{
  static int list[] = { 2, 3, 5 };

  table = list; /* dg-warning "data race on 'table'" dg-message "written here" */
}

int *primes (void)
{
  if (!table)
    make ();
  return table;
}
