/* A lock by compare-and-swap that takes the numbers of threads, of which one is 0, and excludes nobody then:
   a race, but it takes more than is understood to be certain.  */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int owner;
static int count, other;

static void take (int me)
{
  int nobody = 0;
  while (!atomic_compare_exchange_weak (&owner, &nobody, me))
    nobody = 0;
}

static void *work (void *p)
{
  take ((int)(intptr_t)p);
  count++; /* dg-warning "possible data race on 'count'" dg-message "updated here by thread 'work'" dg-message "updated here by another thread 'work'" dg-message "an atomic, a condition or a pipe for which one of the threads waits may order them" */
  atomic_store (&owner, 0);
  other++; /* dg-warning "data race on 'other'" dg-message "updated here by thread 'work'" dg-message "updated here by another thread 'work'" */
  return p;
}

int main (void)
{
  pthread_t t[8];
  for (int i = 0; i < 8; i++)
    pthread_create (&t[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < 8; i++)
    pthread_join (t[i], NULL);
  return 0;
}
