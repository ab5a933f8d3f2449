/* A semaphore that starts at 1 is used as a mutex. Racy: it starts at 2. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t mutex;
static int balance;

static void *deposit (void *arg)
{
  for (int i = 0; i < 100; i++) {
    sem_wait (&mutex);
    balance++; /* dg-warning "data race on 'balance'" dg-message "updated here" */
    sem_post (&mutex);
  }
  return arg;
}

int main (void)
{
  pthread_t a, b;

  sem_init (&mutex, 0, 2);
  pthread_create (&a, NULL, deposit, NULL);
  pthread_create (&b, NULL, deposit, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", balance);
  return 0;
}
