/* The other file of owner-argument-freed-files. */
#include "owner-argument-freed-files.h"
#include <stdio.h>
#include <stdlib.h>

void *sum_up (void *argument)
{
  struct task *t = argument;

  for (int i = t->from; i <= t->to; i++) /* dg-warning "data race on '[^']*to" dg-message "read here" */
    t->sum += i;
  printf ("%ld\n", t->sum);
  return NULL;
}
