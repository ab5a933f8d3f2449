/* The first reader takes a semaphore for all readers, the last one gives it back.  Racy: the writer
 * takes the other semaphore. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static sem_t room, mutex;
static int readers, value;
static void *reader (void *a)
{
  for (int i = 0; i < 10; i++) {
    sem_wait (&mutex);
    if (++readers == 1)
      sem_wait (&room);
    sem_post (&mutex);
    printf ("%d\n", value); /* dg-warning "data race on 'value'" */
    sem_wait (&mutex);
    if (--readers == 0)
      sem_post (&room);
    sem_post (&mutex);
  }
  return NULL;
}
static void *writer (void *a)
{
  for (int i = 0; i < 10; i++) {
    sem_wait (&mutex);
    value = i;
    sem_post (&mutex);
  }
  return NULL;
}
int main (void)
{
  pthread_t t[4];
  sem_init (&room, 0, 1);
  sem_init (&mutex, 0, 1);
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, i < 3 ? reader : writer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
