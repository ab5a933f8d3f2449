/* The callees of lock-callees. */
#include "lock-callees.h"

void conn_init (struct conn *c)
{
  pthread_mutex_init (&c->lock, NULL);
  c->sent = 0;
}

void conn_lock (struct conn *c)
{
  pthread_mutex_lock (&c->lock);
}

void conn_unlock (struct conn *c)
{
  pthread_mutex_unlock (&c->lock);
}

void conn_sent (struct conn *c, long bytes)
{
  c->sent += bytes;
}
