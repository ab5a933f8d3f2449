/* What is stored as a member of a union is in no field of other structs. */
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
      long length;
      void (*check) (struct conn *);
    } text;
    long number;
  } u;
};

static struct setting setting;

static int count;
static void *known[2];

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
  struct conn *c = known[0];
  c->run (c);
  (void)argument;
  return NULL;
}

int main (void)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t thread;
  setting.u.text.check = bump;
  known[1] = &setting;
  c->run = safe;
  known[0] = c;
  lib_add (0, on_input, c);
  pthread_create (&thread, NULL, worker, c);
  count++;
  pthread_join (thread, NULL);
  lib_loop ();
  return 0;
}
