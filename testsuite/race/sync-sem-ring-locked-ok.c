/* Several producers and consumers share a ring: two semaphores count, a mutex guards the ring. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { SIZE = 8 };

static struct {
  sem_t free, used;
  pthread_mutex_t lock;
  int slot[SIZE];
  int in, out;
} queue;

static void put (int x)
{
  sem_wait (&queue.free);
  pthread_mutex_lock (&queue.lock);
  queue.slot[queue.in] = x;
  queue.in = (queue.in + 1) % SIZE;
  pthread_mutex_unlock (&queue.lock);
  sem_post (&queue.used);
}

static int get (void)
{
  int x;

  sem_wait (&queue.used);
  pthread_mutex_lock (&queue.lock);
  x = queue.slot[queue.out];
  queue.out = (queue.out + 1) % SIZE;
  pthread_mutex_unlock (&queue.lock);
  sem_post (&queue.free);
  return x;
}

static void *producer (void *arg)
{
  for (int i = 0; i < 10; i++)
    put (i);
  return arg;
}

static void *consumer (void *arg)
{
  for (int i = 0; i < 10; i++)
    printf ("%d\n", get ());
  return arg;
}

int main (void)
{
  pthread_t p[2], c[2];

  sem_init (&queue.free, 0, SIZE);
  sem_init (&queue.used, 0, 0);
  pthread_mutex_init (&queue.lock, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_create (&p[i], NULL, producer, NULL);
    pthread_create (&c[i], NULL, consumer, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join (p[i], NULL);
    pthread_join (c[i], NULL);
  }
  return 0;
}
