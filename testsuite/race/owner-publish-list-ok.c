/* malloc, initialise, then enqueue under the lock; the constructor is in another file. */
/* dg-additional-sources "owner-publish-list-b-ok.c" */
#include "owner-publish-list.h"
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct packet *list;
static int total;

static void *receiver (void *unused)
{
  for (int i = 0; i < 10; i++) {
    struct packet *p = packet_new (i, 100 + i);

    pthread_mutex_lock (&lock);
    p->next = list;
    list = p;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *statistics (void *unused)
{
  pthread_mutex_lock (&lock);
  for (struct packet *p = list; p; p = p->next)
    total += p->length;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, receiver, NULL);
  pthread_create (&b, NULL, statistics, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", total);
  return 0;
}
