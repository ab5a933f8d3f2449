/* slot[i].lock guards slot[i].hits.  Racy: the index moves on between lock and access. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 4

static struct slot {
  pthread_mutex_t lock;
  int hits;
} slot[SLOTS];

static void *worker (void *unused)
{
  for (int round = 0; round < 20; round++) {
    int i = round % SLOTS;
    struct slot *locked = &slot[i];

    pthread_mutex_lock (&slot[i].lock);
    if (round % 3 == 0)
      i = (i + 1) % SLOTS;
    slot[i].hits++; /* dg-warning "data race on 'slot.*hits" dg-message "updated here" dg-message "updated here" */
    pthread_mutex_unlock (&locked->lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  int sum = 0;

  for (int i = 0; i < SLOTS; i++)
    pthread_mutex_init (&slot[i].lock, NULL);
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  for (int i = 0; i < SLOTS; i++)
    sum += slot[i].hits;
  printf ("%d\n", sum);
  return 0;
}
