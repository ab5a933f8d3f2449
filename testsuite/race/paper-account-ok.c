/* Abadi et al., figure 7: Account, inferred to be guarded by its lock. */
/* dg-additional-sources "paper-account-b-ok.c" */
#include "paper-account.h"
#include <stdio.h>

static void *add100 (void *a)
{
  account_deposit (a, 100);
  return NULL;
}

int main (void)
{
  struct account *a = account_new ();
  pthread_t first, second;

  pthread_create (&first, NULL, add100, a);
  pthread_create (&second, NULL, add100, a);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  printf ("%d\n", account_balance (a));
  return 0;
}
