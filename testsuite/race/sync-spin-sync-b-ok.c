#include "sync-spin-sync.h"
#include <sched.h>

void account_lock (struct account *a)
{
  while (__sync_lock_test_and_set (&a->lock, 1))
    sched_yield ();
}

void account_unlock (struct account *a)
{
  __sync_lock_release (&a->lock);
}
