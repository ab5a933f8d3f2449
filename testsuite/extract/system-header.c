/* A system header, and places where warnings are switched off. */

#include "system-header.h"

int counter;

int use (void)
{
  increment (&counter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
  counter = 1;
#pragma GCC diagnostic pop
  BUMP (counter);
  return counter;
}
