/* RULES 1.4: each thread has an argument of its own.
   Racy: it passes it on to a thread that it makes. */
#include <pthread.h>
#include <stdio.h>

static int data[2];

static void *helper (void *arg)
{
  *(int *) arg += 1; /* dg-warning "data race on '[^']*(data|arg)" dg-message "updated here" */
  return NULL;
}

static void *worker (void *arg)
{
  pthread_t id;

  pthread_create (&id, NULL, helper, arg);
  *(int *) arg += 2; /* dg-message "updated here" */
  pthread_join (id, NULL);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, worker, &data[0]);
  pthread_create (&b, NULL, worker, &data[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", data[0], data[1]);
  return 0;
}
