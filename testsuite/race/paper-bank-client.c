/* Abadi et al., figure 3: the clients of the account lock it.  Racy: one client of two does not. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

/* The caller holds the lock of the account. */
static void deposit (struct account *a, int x)
{
  a->balance += x; /* dg-warning "data race on '[^']*balance" dg-message "updated here" dg-message "updated here" */
}

static void *teller (void *arg)
{
  struct account *a = arg;

  pthread_mutex_lock (&a->lock);
  deposit (a, 10);
  pthread_mutex_unlock (&a->lock);
  return NULL;
}

static void *machine (void *arg)
{
  struct account *a = arg;

  deposit (a, 20);
  return NULL;
}

int main (void)
{
  struct account *a = malloc (sizeof *a);
  pthread_t first, second;

  if (!a)
    return 1;
  pthread_mutex_init (&a->lock, NULL);
  a->balance = 0;
  pthread_create (&first, NULL, teller, a);
  pthread_create (&second, NULL, machine, a);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  printf ("%d\n", a->balance);
  free (a);
  return 0;
}
