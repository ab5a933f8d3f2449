/* Many objects from one allocation wrapper, each with lock and data.
   Racy: lock of one, data of the other. */
/* dg-additional-sources "lock-heap-many-b-ok.c" */
#include "lock-heap-many.h"
#include <stdio.h>
#include <stdlib.h>

static struct counter *hits, *misses;

static void *misser (void *unused)
{
  pthread_mutex_lock (&misses->lock);
  misses->value++;
  hits->value--; /* dg-warning "data race on '[^']*value" dg-message "updated here" */
  pthread_mutex_unlock (&misses->lock);
  return unused;
}

static void *hitter (void *unused)
{
  pthread_mutex_lock (&hits->lock);
  hits->value++; /* dg-message "updated here" */
  pthread_mutex_unlock (&hits->lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  hits = counter_new (0);
  misses = counter_new (0);
  pthread_create (&a, NULL, hitter, NULL);
  pthread_create (&b, NULL, misser, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", hits->value, misses->value);
  free (hits);
  free (misses);
  return 0;
}
