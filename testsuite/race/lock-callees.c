/* Lock in one callee, access in another, both in another file.
   Racy: the access gets the other object. */
/* dg-additional-sources "lock-callees-b.c" */
#include "lock-callees.h"
#include <stdio.h>

static struct conn left, right;

static void bump (struct conn *locked, struct conn *used)
{
  conn_lock (locked);
  conn_sent (used, 100);
  conn_unlock (locked);
}

static void *sender (void *unused)
{
  bump (&left, &left);
  return unused;
}

static void *relay (void *unused)
{
  bump (&right, &left);
  bump (&right, &right);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  conn_init (&left);
  conn_init (&right);
  pthread_create (&a, NULL, sender, NULL);
  pthread_create (&b, NULL, relay, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%ld %ld\n", left.sent, right.sent);
  return 0;
}
