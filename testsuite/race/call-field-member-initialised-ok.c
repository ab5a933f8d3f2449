/* Functions in initialisers of unions are in the fields there, and in no field of other structs. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void lib_add (int fd, void (*callback) (int, void *), void *argument);
extern void lib_loop (void);

struct conn {
  int fd, lines;
  void (*run) (struct conn *);
};

struct setting {
  union {
    struct {
      int *at;
      int (*valid) (struct conn *);
    } number;
    struct {
      char **at;
      int (*valid) (struct conn *);
    } text;
  } u;
};

static int count;
static void *known[2];

static void safe (struct conn *c)
{
  (void)c;
}

static int bump (struct conn *c)
{
  return c && ++count;
}

static struct setting settings[] = {{{.number = {&count, bump}}}};

static void on_input (int fd, void *argument)
{
  (void)fd, (void)argument;
}

static void *worker (void *argument)
{
  struct conn *c = known[0];
  c->run (c);
  (void)argument;
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  c->run = safe;
  known[0] = c;
  lib_add (0, on_input, c);
  known[1] = settings;
  pthread_create (&thread, NULL, worker, c);
  settings[0].u.number.valid (c);
  pthread_join (thread, NULL);
  lib_loop ();
  return 0;
}
