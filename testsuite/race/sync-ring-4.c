/* Slots of a ring go around between two semaphores, without a mutex.  Racy: two consumers. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#define N 8
static int ring[N];
static sem_t empty, full;
static void *produce (void *a)
{
  int in = 0;
  for (int i = 0; i < 1000; i++) {
    sem_wait (&empty);
    ring[in] = i; /* dg-warning "data race on 'ring\[\]'" */
    in = (in + 1) % N;
    sem_post (&full);
  }
  return NULL;
}
static void *consume (void *a)
{
  int out = 0;
  long s = 0;
  for (int i = 0; i < 1000; i++) {
    sem_wait (&full);
    s += ring[out];
    out = (out + 1) % N;
    sem_post (&empty);
  }
  printf ("%ld\n", s);
  return NULL;
}
int main (void)
{
  pthread_t p, c;
  sem_init (&empty, 0, N);
  sem_init (&full, 0, 0);
  pthread_create (&p, NULL, produce, NULL);
  pthread_create (&c, NULL, consume, NULL);
  pthread_t d;
  pthread_create (&d, NULL, consume, NULL);
  pthread_join (d, NULL);
  pthread_join (p, NULL);
  pthread_join (c, NULL);
  return 0;
}
