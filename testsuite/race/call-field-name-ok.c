/* A struct that begins alike, with another name for its function, is another struct. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void lib_add (int fd, void (*callback) (int, void *), void *argument);
extern void *lib_get (int fd);
extern void lib_loop (void);

struct conn {
  int fd, lines;
  void (*run) (struct conn *);
};

struct timer {
  int seconds, rounds;
  void (*expired) (struct conn *);
};

static int count;

static void safe (struct conn *c)
{
  (void)c;
}

static void bump (struct conn *c)
{
  count++;
  (void)c;
}

static void on_input (int fd, void *argument)
{
  (void)fd, (void)argument;
}

static void *worker (void *argument)
{
  struct conn *c = lib_get (0);
  c->run (c);
  (void)argument;
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  struct timer *t = calloc (1, sizeof *t);
  t->expired = bump;
  lib_add (1, on_input, t);
  c->run = safe;
  lib_add (0, on_input, c);
  pthread_create (&thread, NULL, worker, c);
  count++;
  pthread_join (thread, NULL);
  lib_loop ();
  return 0;
}
