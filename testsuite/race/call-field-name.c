/* Called as a field of another struct that begins alike: the cast shows that the two are one. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void lib_add (int fd, void (*callback) (int, void *), void *argument);
extern void lib_loop (void);

struct conn {
  int fd, lines;
  void (*run) (struct conn *);
};

struct base {
  int number;
  unsigned flags;
  void (*operation) (void *);
};

static int count;

static void safe (struct conn *c)
{
  c->lines = 0;
}

static void bump (struct conn *c)
{
  count++; /* dg-warning "data race on .count." */
  (void)c;
}

static void on_input (int fd, void *argument)
{
  (void)fd, (void)argument;
}

static void *worker (void *argument)
{
  struct base *b = argument;
  b->operation (b);
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  c->run = bump;
  lib_add (0, on_input, c);
  pthread_create (&thread, NULL, worker, c);
  count++;
  pthread_join (thread, NULL);
  lib_loop ();
  return 0;
}
