/* The handle is overwritten while the thread runs.  */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, SELF, OTHER };

struct client {
  pthread_t thread;
  char state;
  int count;
};

static void *work (void *p)
{
  struct client *c = p;
  c->count++; /* dg-warning "data race on 'c->count'" dg-message "updated here by thread 'work'" */
  return NULL;
}

static void *get (size_t n, size_t size)
{
  return calloc (n, size);
}

static struct client *make (void)
{
  struct client *c = get (1, sizeof *c);
  if (!c)
    return NULL;
  memset (c, 0, sizeof *c);
  c->thread = pthread_self ();
  c->state = NONE;
  return c;
}

static int start (struct client *c)
{
  if (!c || c->state != NONE)
    return -1;
  c->state = SELF;
  if (!pthread_create (&c->thread, NULL, work, c))
    return 0;
  return -2;
}

static int stop (struct client *c)
{
  if (!c || c->state != SELF)
    return -1;
  pthread_join (c->thread, NULL);
  c->thread = pthread_self ();
  c->state = NONE;
  return 0;
}

static void forget (struct client *c)
{
  c->thread = pthread_self ();
}

static void finish (struct client *c)
{
  if (!c)
    return;
  if (c->state == SELF && !pthread_equal (c->thread, pthread_self ())) {
    pthread_join (c->thread, NULL);
    c->state = NONE;
  }
  c->count++; /* dg-message "updated here by thread 'main'" */
}

static int loop (struct client *c, int n)
{
  start (c);
  while (n--)
    if (n == 7)
      return 3;
    else if (n == 8)
      forget (c);
  stop (c);
  return 0;
}

int main (int argc, char **argv)
{
  struct client *c = make ();
  if (!c)
    return 1;
  (void)argv;
  if (argc > 1)
    loop (c, argc);
  finish (c);
  return 0;
}
