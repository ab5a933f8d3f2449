/* qsort of a private array; the comparator counts under a lock.  Racy: the comparator counts
   without it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long comparisons;

static int compare (const void *a, const void *b)
{
  comparisons++; /* dg-warning "data race on 'comparisons'" dg-message "updated here" dg-message "updated here" */
  return *(const int *) a - *(const int *) b;
}

static void *sorter (void *unused)
{
  int numbers[] = { 5, 3, 9, 1 };

  qsort (numbers, 4, sizeof *numbers, compare);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, sorter, NULL);
  pthread_create (&b, NULL, sorter, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%ld\n", comparisons);
  return 0;
}
