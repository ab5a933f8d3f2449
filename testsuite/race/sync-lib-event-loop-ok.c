/* Each loop of libevent calls the functions of its own events, with the arguments of these. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Of libevent */
struct event_base;
struct event {
  void *words[16];
};
typedef void event_function (int, short, void *);
struct event_base *event_base_new (void);
void event_set (struct event *, int, short, event_function *, void *);
int event_base_set (struct event_base *, struct event *);
int event_assign (struct event *, struct event_base *, int, short, event_function *, void *);
struct event *event_new (struct event_base *, int, short, event_function *, void *);
int event_add (struct event *, const void *);
int event_base_loop (struct event_base *, int);
/* Of a library that nobody knows, but which calls from the loop */
void web_on_request (struct event_base *, void (*) (void *), void *);

struct worker {
  struct event_base *base;
  struct event notify;
  int requests;
  void (*other) (struct worker *);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int now, served, ticks;
static struct event clock_event;

static void tick (int fd, short what, void *arg)
{
  now++;
  (void)fd, (void)what, (void)arg;
}

static void forget (struct worker *w)
{
  ticks++; /* nobody calls it */
  (void)w;
}

static void notified (int fd, short what, void *arg)
{
  struct worker *w = arg;
  w->requests++;
  pthread_mutex_lock (&lock);
  served++;
  pthread_mutex_unlock (&lock);
  (void)fd, (void)what;
}

static void *work (void *arg)
{
  struct worker *w = arg;
  event_base_loop (w->base, 0);
  return NULL;
}

int main (void)
{
  struct event_base *base = event_base_new ();
  struct worker *w = calloc (1, sizeof *w);
  pthread_t id;

  w->base = event_base_new ();
  w->other = forget;
  event_set (&w->notify, 3, 2, notified, w);
  event_base_set (w->base, &w->notify);
  event_add (&w->notify, NULL);
  pthread_create (&id, NULL, work, w);
  event_assign (&clock_event, base, -1, 0, tick, NULL);
  event_add (&clock_event, NULL);
  ticks = 1;
  event_base_loop (base, 0);
  pthread_mutex_lock (&lock);
  printf ("%d %d\n", served, now);
  pthread_mutex_unlock (&lock);
  return 0;
}
