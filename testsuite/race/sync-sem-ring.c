/* Ring with counting semaphores and a lock around the indices and slots; items are used outside.
   Racy: the consumer writes to the ring without the lock. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define SIZE 4

static sem_t free_slots, used_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE];
static int in, out;

static void *produce (void *unused)
{
  for (int i = 1; i <= 10; i++) {
    sem_wait (&free_slots);
    pthread_mutex_lock (&lock);
    ring[in] = i; /* dg-message "written here" */
    in = (in + 1) % SIZE;
    pthread_mutex_unlock (&lock);
    sem_post (&used_slots);
  }
  return unused;
}

static void *consume (void *unused)
{
  for (int i = 1; i <= 10; i++) {
    int item;

    sem_wait (&used_slots);
    pthread_mutex_lock (&lock);
    item = ring[out];
    out = (out + 1) % SIZE;
    pthread_mutex_unlock (&lock);
    sem_post (&free_slots);
    ring[i % SIZE] = 0; /* dg-warning "data race on 'ring\[\]'" dg-message "written here" */
    printf ("%d\n", item);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  sem_init (&free_slots, 0, SIZE);
  sem_init (&used_slots, 0, 0);
  pthread_create (&a, NULL, produce, NULL);
  pthread_create (&b, NULL, consume, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
