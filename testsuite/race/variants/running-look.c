/* A flag says whether a thread runs that does the work; without it, who has work does it.
   RACY 1 'c->written': the flag is looked at the wrong way
   RACY 2 'c->written': the flag is set when there has been work
   RACY 3 'c->written': there is work between the end of the flag and that of the thread
   RACY 4 'c->written': another thread has work
   RACY 5 'c->written': somebody clears the flag */
#include "common.h"
enum { NONE, SELF, OTHER };
struct conn {
  pthread_t thread;
  int state, written;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int todo;
static void put (struct conn *c)
{
  c->written++;
}
static void queue (struct conn *c)
{
  pthread_mutex_lock (&lock);
  todo++;
  pthread_mutex_unlock (&lock);
  if (c->state == (R == 1 ? SELF : NONE))
    put (c);
}
static void *run (void *a)
{
  struct conn *c = a;
  put (c);
  queue (c); /* the thread has work, too */
  put (c);
  return a;
}
static void start (struct conn *c)
{
  if (c->state != NONE)
    return;
#if R == 2
  if (pthread_create (&c->thread, 0, run, c))
    return;
  queue (c);
  c->state = SELF;
#else
  c->state = SELF;
  pthread_create (&c->thread, 0, run, c);
#endif
}
static void stop (struct conn *c)
{
  if (c->state != SELF)
    return;
#if R == 3
  c->state = NONE;
  queue (c);
#endif
  pthread_join (c->thread, 0);
  c->state = NONE;
}
static void *idle (void *a)
{
#if R == 4
  queue (a);
#endif
  return a;
}
int main (int n, char **v)
{
  struct conn *c = calloc (1, sizeof *c);
  pthread_t t[8];
  if (!c)
    return 1;
  c->state = NONE;
  for (int i = 0; i < 8; i++)
    spawn (&t[i], idle, c);
  queue (c);
  start (c);
#if R == 5
  if (n > 2)
    c->state = NONE;
#endif
  queue (c);
  stop (c);
  queue (c);
  return c->written;
}
