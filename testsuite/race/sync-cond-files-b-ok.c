/* The other file of sync-cond-files and its twin. */
#include "sync-cond-files.h"

void event_set (struct event *e)
{
  pthread_mutex_lock (&e->lock);
  e->set = 1;
  pthread_cond_broadcast (&e->changed);
  pthread_mutex_unlock (&e->lock);
}

void event_wait (struct event *e)
{
  pthread_mutex_lock (&e->lock);
  while (!e->set)
    pthread_cond_wait (&e->changed, &e->lock);
  pthread_mutex_unlock (&e->lock);
}
