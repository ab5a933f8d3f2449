/* Abadi et al., figure 2, the bank account with its lock.  Racy: as printed, without one. */
#include <pthread.h>
#include <stdio.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void deposit (struct account *a, int x)
{
  a->balance += x; /* dg-warning "data race on '[^']*balance" dg-message "updated here" dg-message "updated here" */
}

static void *deposit_thread (void *a)
{
  deposit (a, 10);
  return NULL;
}

int main (void)
{
  struct account a = { PTHREAD_MUTEX_INITIALIZER, 0 };
  pthread_t first, second;

  pthread_create (&first, NULL, deposit_thread, &a);
  pthread_create (&second, NULL, deposit_thread, &a);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  printf ("%d\n", a.balance);
  return 0;
}
