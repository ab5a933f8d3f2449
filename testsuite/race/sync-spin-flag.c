/* A spinlock made of atomic_flag guards the counter. Racy: one thread does not take it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int hits;

static void *visit (void *unused)
{
  for (int i = 0; i < 1000; i++) {
    hits++; /* dg-warning "data race on 'hits'" dg-message "updated here" */
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, visit, NULL);
  pthread_create (&b, NULL, visit, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", hits);
  return 0;
}
