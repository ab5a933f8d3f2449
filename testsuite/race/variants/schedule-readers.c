/* A lock for readers and writers in more threads than a few: the first reader waits for the semaphore of the writers,
   and the last one gives it back.
   RACY 1 'shared': the last reader is taken for the one before
   RACY 2 'shared': every reader gives it back */
#include "common.h"
#include <semaphore.h>
static sem_t writers;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int readers, shared;
static void *reader (void *unused)
{
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock (&count_lock);
    if (++readers == 1)
      sem_wait (&writers);
    pthread_mutex_unlock (&count_lock);
    sum += shared;
    pthread_mutex_lock (&count_lock);
    if (--readers == (R == 1) || R == 2)
      sem_post (&writers);
    pthread_mutex_unlock (&count_lock);
  }
  return (void *)(intptr_t)sum;
}
static void *writer (void *unused)
{
  for (int i = 0; i < 100; i++) {
    sem_wait (&writers);
    shared++;
    sem_post (&writers);
  }
  return unused;
}
int main (void)
{
  pthread_t t[8];
  sem_init (&writers, 0, 1);
  for (int i = 0; i < 8; i++)
    spawn (&t[i], i < 5 ? reader : writer, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join (t[i], NULL);
  return shared;
}
