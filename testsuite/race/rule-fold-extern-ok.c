/* RULES 1.2 folding: static inline function with one external lock. */
/* dg-additional-sources "rule-fold-extern-b-ok.c" */
#include "rule-fold-extern.h"
#include <stdio.h>

pthread_mutex_t add_lock = PTHREAD_MUTEX_INITIALIZER;
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
