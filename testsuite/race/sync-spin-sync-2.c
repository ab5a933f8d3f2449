/* A lock word per account, taken by __sync_lock_test_and_set, in another file. Racy: the lock
   of the other account is taken. */
/* dg-additional-sources "sync-spin-sync-b-ok.c" */
#include "sync-spin-sync.h"
#include <stdio.h>

static struct account accounts[2];

static void *deposit (void *arg)
{
  struct account *a = arg;

  for (int i = 0; i < 100; i++) {
    account_lock (&accounts[0]);
    a->balance += i; /* dg-warning "data race on 'accounts...balance'" dg-message "updated here" */
    account_unlock (&accounts[0]);
  }
  return NULL;
}

int main (void)
{
  pthread_t id[2];

  for (int i = 0; i < 2; i++)
    pthread_create (&id[i], NULL, deposit, &accounts[1]);
  account_lock (&accounts[1]);
  accounts[1].balance = 0; /* dg-message "written here" */
  account_unlock (&accounts[1]);
  for (int i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", accounts[0].balance + accounts[1].balance);
  return 0;
}
