/* The callees of lock-callees.  Racy: conn_sent is called with the lock of another. */
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
  c->sent += bytes; /* dg-warning "data race on '[^']*sent" dg-message "updated here" dg-message "updated here" */
}
