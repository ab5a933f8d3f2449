/* The handler of thread-atexit. */
#include <stdio.h>

int written;

void summary (void)
{
  printf ("%d written\n", written);
}
