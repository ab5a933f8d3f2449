/* A mailbox: put waits until it is empty, get until it is full; all inside the lock. */
#include <pthread.h>
#include <stdio.h>

struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  int full, number;
};

static struct mailbox box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                             PTHREAD_COND_INITIALIZER, 0, 0};

static void put (struct mailbox *m, int number)
{
  pthread_mutex_lock (&m->lock);
  while (m->full)
    pthread_cond_wait (&m->not_full, &m->lock);
  m->number = number;
  m->full = 1;
  pthread_cond_signal (&m->not_empty);
  pthread_mutex_unlock (&m->lock);
}

static int get (struct mailbox *m)
{
  int number;

  pthread_mutex_lock (&m->lock);
  while (!m->full)
    pthread_cond_wait (&m->not_empty, &m->lock);
  m->full = 0;
  number = m->number;
  pthread_cond_signal (&m->not_full);
  pthread_mutex_unlock (&m->lock);
  return number;
}

static void *sender (void *arg)
{
  for (int i = 0; i < 5; i++)
    put (&box, i);
  return arg;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, sender, NULL);
  for (int i = 0; i < 5; i++)
    printf ("%d\n", get (&box));
  pthread_join (id, NULL);
  return 0;
}
