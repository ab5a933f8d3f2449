/* A function in the initialiser of a union is called as a field of another of its members. */
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

static void safe (struct conn *c)
{
  c->lines = 0;
}

static int bump (struct conn *c)
{
  count++; /* dg-warning "data race on .count." */
  return c != NULL;
}

static struct setting settings[] = {{{.number = {&count, bump}}}};

static void on_input (int fd, void *argument)
{
  (void)fd, (void)argument;
}

static void *worker (void *argument)
{
  struct conn *c = argument;
  (void)c;
  settings[0].u.text.valid (c);
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  c->run = safe;
  lib_add (0, on_input, c);
  lib_add (1, on_input, settings);
  pthread_create (&thread, NULL, worker, c);
  count++;
  pthread_join (thread, NULL);
  lib_loop ();
  return 0;
}
