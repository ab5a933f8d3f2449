/* A slot in allocated memory is filled and emptied in turns; the item itself needs no lock. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct slot {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool full;
  int item;
};

static void put (struct slot *s, int item)
{
  pthread_mutex_lock (&s->lock);
  while (s->full)
    pthread_cond_wait (&s->changed, &s->lock);
  pthread_mutex_unlock (&s->lock);
  s->item = item;
  pthread_mutex_lock (&s->lock);
  s->full = true;
  pthread_cond_broadcast (&s->changed);
  pthread_mutex_unlock (&s->lock);
}

static int get (struct slot *s)
{
  int item;
  pthread_mutex_lock (&s->lock);
  while (!s->full)
    pthread_cond_wait (&s->changed, &s->lock);
  pthread_mutex_unlock (&s->lock);
  item = s->item;
  pthread_mutex_lock (&s->lock);
  s->full = false;
  pthread_cond_broadcast (&s->changed);
  pthread_mutex_unlock (&s->lock);
  return item;
}

static void *producer (void *slot)
{
  for (int i = 0; i < 10; i++)
    put (slot, i);
  return NULL;
}

static void *consumer (void *slot)
{
  long sum = 0;
  for (int i = 0; i < 10; i++)
    sum += get (slot);
  return (void *)sum;
}

int main (void)
{
  pthread_t a, b;
  struct slot *s = calloc (1, sizeof *s);
  pthread_mutex_init (&s->lock, NULL);
  pthread_cond_init (&s->changed, NULL);
  pthread_create (&a, NULL, producer, s);
  pthread_create (&b, NULL, consumer, s);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
