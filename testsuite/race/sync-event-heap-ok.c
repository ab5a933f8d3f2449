/* An event in allocated memory orders what was done before it was set. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct event {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool set;
};

static struct event *ready;
static int data;

static struct event *event_new (void)
{
  struct event *e = malloc (sizeof *e);
  pthread_mutex_init (&e->lock, NULL);
  pthread_cond_init (&e->changed, NULL);
  e->set = false;
  return e;
}

static void event_set (struct event *e)
{
  pthread_mutex_lock (&e->lock);
  e->set = true;
  pthread_cond_broadcast (&e->changed);
  pthread_mutex_unlock (&e->lock);
}

static void event_wait (struct event *e)
{
  pthread_mutex_lock (&e->lock);
  while (!e->set)
    pthread_cond_wait (&e->changed, &e->lock);
  pthread_mutex_unlock (&e->lock);
}

static void *worker (void *unused)
{
  data = 5;
  event_set (ready);
  return unused;
}

int main (void)
{
  pthread_t id;
  ready = event_new ();
  pthread_create (&id, NULL, worker, NULL);
  event_wait (ready);
  data++;
  pthread_join (id, NULL);
  return data;
}
