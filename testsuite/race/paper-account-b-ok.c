/* The account of paper-account. */
#include "paper-account.h"
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void update (struct account *a, int n)
{
  a->balance = n;
}

struct account *account_new (void)
{
  struct account *a = malloc (sizeof *a);

  if (!a)
    abort ();
  pthread_mutex_init (&a->lock, NULL);
  update (a, 0);
  return a;
}

void account_deposit (struct account *a, int x)
{
  pthread_mutex_lock (&a->lock);
  update (a, a->balance + x);
  pthread_mutex_unlock (&a->lock);
}

int account_balance (struct account *a)
{
  int n;

  pthread_mutex_lock (&a->lock);
  n = a->balance;
  pthread_mutex_unlock (&a->lock);
  return n;
}
