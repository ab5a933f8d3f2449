/* RULES 1.2 folding: static inline function with a static lock in a header.
   Racy: there are two units, so two locks. */
/* dg-additional-sources "rule-fold-b-ok.c" */
/* dg-additional-files "rule-fold.h" */
#include "rule-fold.h"
#include <stdio.h>

int total;

void *other_unit (void *unused);

static void *this_unit (void *unused)
{
  locked_add (&total);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, this_unit, NULL);
  pthread_create (&b, NULL, other_unit, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
