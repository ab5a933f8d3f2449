/* A library gets hold of the object, but what is called through its field was stored there. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern void lib_add (int fd, void (*callback) (int, void *), void *argument);
extern void lib_loop (void);

struct conn {
  int fd, lines;
  void (*run) (struct conn *);
};

static int count;

static void safe (struct conn *c)
{
  c->lines = 0;
}

static void bump (struct conn *c)
{
  count++;
  (void)c;
}

static void on_input (int fd, void *argument)
{
  (void)fd, (void)argument;
  count++;
}

static void *worker (void *argument)
{
  struct conn *c = argument;
  c->run (c);
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  c->run = safe;
  lib_add (0, on_input, c);
  pthread_create (&thread, NULL, worker, c);
  lib_loop ();
  pthread_join (thread, NULL);
  bump (c);
  return 0;
}
