/* The other file of owner-argument-freed-files-ok. */
#include "owner-argument-freed-files.h"
#include <stdio.h>
#include <stdlib.h>

void *sum_up (void *argument)
{
  struct task *t = argument;

  for (int i = t->from; i <= t->to; i++)
    t->sum += i;
  printf ("%ld\n", t->sum);
  free (t);
  return NULL;
}
