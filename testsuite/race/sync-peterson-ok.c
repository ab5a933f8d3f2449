/* Peterson's mutual exclusion. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static atomic_bool want0, want1;
static atomic_int turn;
static int shared;
#define ORD memory_order_seq_cst
static void *t0 (void *a)
{
  for (int i = 0; i < 100; i++) {
    atomic_store_explicit (&want0, 1, ORD);
    atomic_store_explicit (&turn, 1, ORD);
    while (atomic_load_explicit (&want1, ORD) && atomic_load_explicit (&turn, ORD) == 1)
      ;
    shared++;
    atomic_store_explicit (&want0, 0, ORD);
  }
  return NULL;
}
static void *t1 (void *a)
{
  for (int i = 0; i < 100; i++) {
    atomic_store_explicit (&want1, 1, ORD);
    atomic_store_explicit (&turn, 0, ORD);
    while (atomic_load_explicit (&want0, ORD) && atomic_load_explicit (&turn, ORD) == 0)
      ;
    shared++;
    atomic_store_explicit (&want1, 0, ORD);
  }
  return NULL;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, t0, NULL);
  pthread_create (&b, NULL, t1, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", shared);
  return 0;
}
