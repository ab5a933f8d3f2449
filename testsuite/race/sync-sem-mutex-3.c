/* A semaphore that starts at 1 is used as a mutex. Racy: the post comes before the update. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t mutex;
static int balance;

static void *deposit (void *arg)
{
  for (int i = 0; i < 100; i++) {
    sem_wait (&mutex);
    sem_post (&mutex);
    balance++; /* dg-warning "data race on 'balance'" dg-message "updated here" */
  }
  return arg;
}

int main (void)
{
  pthread_t a, b;

  sem_init (&mutex, 0, 1);
  pthread_create (&a, NULL, deposit, NULL);
  pthread_create (&b, NULL, deposit, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", balance);
  return 0;
}
