/* Two semaphores hand a buffer to and fro between two threads. Racy: the reader says that it
   is done before it reads. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t empty, filled;
static int message;

static void *writer (void *arg)
{
  for (int i = 0; i < 10; i++) {
    sem_wait (&empty);
    message = i; /* dg-message "written here" */
    sem_post (&filled);
  }
  return arg;
}

static void *reader (void *arg)
{
  for (int i = 0; i < 10; i++) {
    sem_wait (&filled);
    sem_post (&empty);
    printf ("%d\n", message); /* dg-warning "data race on 'message'" dg-message "read here" */
  }
  return arg;
}

int main (void)
{
  pthread_t a, b;

  sem_init (&empty, 0, 1);
  sem_init (&filled, 0, 0);
  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
