/* Lock found by container_of from an embedded node, data beside it.
   Racy: lock of the neighbour's container. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member) ((type *) ((char *) (ptr) - offsetof (type, member)))

struct link {
  struct link *next;
};

struct session {
  int id, requests;
  struct link link;
  pthread_mutex_t lock;
};

static struct session second = { 2, 0, { NULL }, PTHREAD_MUTEX_INITIALIZER };
static struct session first = { 1, 0, { &second.link }, PTHREAD_MUTEX_INITIALIZER };

static void forget (struct link *l)
{
  struct session *s = container_of (l->next ? l->next : l, struct session, link);

  pthread_mutex_lock (&s->lock);
  container_of (l, struct session, link)->requests = 0; /* dg-warning "data race on '[^']*requests" dg-message "written here" */
  pthread_mutex_unlock (&s->lock);
}

static void request (struct link *l)
{
  struct session *s = container_of (l, struct session, link);

  pthread_mutex_lock (&s->lock);
  s->requests++; /* dg-message "updated here" */
  pthread_mutex_unlock (&s->lock);
}

static void *client (void *arg)
{
  request (arg);
  return NULL;
}

static void *reaper (void *arg)
{
  forget (arg);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, client, &first.link);
  pthread_create (&b, NULL, reaper, &first.link);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", first.requests, second.requests);
  return 0;
}
