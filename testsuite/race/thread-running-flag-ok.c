/* Flags in memory say whether a thread runs, and must be joined.  */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static int count;

static void *work (void *p)
{
  count++;
  return p;
}

struct server {
  pthread_t thread;
  bool running;
};

static struct server server;

static void init (struct server *s)
{
  s->running = false;
}

static int start (struct server *s)
{
  if (pthread_create (&s->thread, NULL, work, NULL) != 0)
    return -1;
  s->running = true;
  return 0;
}

static void stop (struct server *s)
{
  if (s->running) {
    pthread_join (s->thread, NULL);
    s->running = false;
  }
}

/* The flag is set before the creation, and cleared before the join.  */
static pthread_t helper;
static atomic_int helps;

static void begin (void)
{
  helps = 1;
  if (pthread_create (&helper, NULL, work, NULL) != 0)
    helps = 0;
}

static void end (void)
{
  if (!helps)
    return;
  helps = 0;
  pthread_join (helper, NULL);
}

int main (int argc, char **argv)
{
  (void)argv;
  init (&server);
  if (argc > 1)
    start (&server);
  stop (&server);
  count++;
  begin ();
  end ();
  return count;
}
