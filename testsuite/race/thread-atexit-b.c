/* The handler of thread-atexit.  Racy: called while the thread runs. */
#include <stdio.h>

int written;

void summary (void)
{
  printf ("%d written\n", written); /* dg-warning "data race on 'written'" dg-message "read here" */
}
