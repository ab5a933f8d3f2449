/* A library that is known to keep what it is given has made the object known: its callback uses it in another thread. */
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct event;
extern struct event_base *event_base_new (void);
extern struct event *event_new (struct event_base *, int, short, void (*) (int, short, void *), void *);
extern int event_add (struct event *, const void *);
extern int event_base_loop (struct event_base *, int);

struct conn {
  int lines;
};

static struct event_base *base;

static void on_line (int fd, short what, void *argument)
{
  struct conn *c = argument;
  (void)fd, (void)what;
  c->lines++; /* dg-warning "data race on .c->lines." */
}

static void *loop (void *argument)
{
  event_base_loop (base, 0);
  return argument;
}

int main (void)
{
  pthread_t thread;
  base = event_base_new ();
  pthread_create (&thread, NULL, loop, NULL);
  struct conn *c = malloc (sizeof *c);
  c->lines = 0;
  event_add (event_new (base, 1, 2, on_line, c), NULL);
  c->lines++;
  pthread_join (thread, NULL);
  return 0;
}
