/* A flag says whether a thread runs; functions that create and join it are called for any thread.
   RACY 1 'count': the helper does not always join
   RACY 2 'count': the flag is cleared by who has not joined
   RACY 3 'count': another thread is joined
   RACY 4 'count': the flag is set behind a look at it */
#include "common.h"
struct handle {
  pthread_t thread;
  int number;
};
static struct handle *make (void *(*f) (void *), int number)
{
  struct handle *h = calloc (1, sizeof *h);
  if (!h)
    return 0;
  h->number = number;
  if (pthread_create (&h->thread, 0, f, 0)) {
    free (h);
    return 0;
  }
  return h;
}
static void end (struct handle *h)
{
#if R == 1
  if (h->number > 7)
    return;
#endif
  pthread_join (h->thread, 0);
  free (h);
}
static struct handle *worker, *other;
static int running, count;
static void *work (void *a)
{
  count++;
  return a;
}
static void *idle (void *a)
{
  return a;
}
static void stop (void)
{
  if (!running)
    return;
  running = 0;
#if R == 3
  end (other);
#else
  end (worker);
#endif
}
static void start (int number)
{
  if (running)
    return;
#if R == 4
  worker = make (work, number);
  stop ();
  running = 1;
#else
  running = 1;
  worker = make (work, number);
#endif
}
int main (int n, char **v)
{
  for (int i = 0; i < 8; i++)
    other = make (idle, i);
  start (n);
#if R == 2
  if (n > 1)
    running = 0;
#endif
  stop ();
  count++;
  return 0;
}
