/* A lock by compare-and-swap that holds the number of its owner.  Racy: an access behind it. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static atomic_int owner;
static long balance;
static void acquire (int me)
{
  int z;
  do
    z = 0;
  while (!atomic_compare_exchange_weak_explicit (&owner, &z, me, memory_order_acquire,
                                                 memory_order_relaxed));
}
static void release (int me)
{
  atomic_store_explicit (&owner, 0, memory_order_release);
}
static void *work (void *a)
{
  int me = (int)(long)a;
  for (int i = 0; i < 100; i++) {
    acquire (me);
    balance += me;
    release (me);
    balance++; /* dg-warning "data race on 'balance'" */
  }
  return NULL;
}
int main (void)
{
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  printf ("%ld\n", balance);
  return 0;
}
