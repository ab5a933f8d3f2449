/* Each loop of libevent calls the functions of its own events, with the arguments of these.
   Racy: two loops have events with one function, or the same argument; an event of both; a function
   that another library calls from the loop. */
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
};

static int now, asked;
static struct event clock_event;

static void tick (int fd, short what, void *arg)
{
  now++; /* dg-warning "data race on 'now'" dg-message "updated here" */
  (void)fd, (void)what, (void)arg;
}

static void notified (int fd, short what, void *arg)
{
  struct worker *w = arg;
  w->requests++; /* dg-warning "data race on 'w->requests'" dg-message "updated here" */
  (void)fd, (void)what;
}

static void check (int fd, short what, void *arg)
{
  struct worker *w = arg;
  if (w->requests) /* dg-message "read here" */
    puts ("busy");
  (void)fd, (void)what;
}

static void on_request (void *arg)
{
  asked++; /* dg-warning "data race on 'asked'" dg-message "updated here" */
  (void)arg;
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
  event_set (&w->notify, 3, 2, notified, w);
  event_base_set (w->base, &w->notify);
  event_new (w->base, -1, 0, tick, NULL);
  web_on_request (NULL, on_request, NULL);
  pthread_create (&id, NULL, work, w);
  event_assign (&clock_event, base, -1, 0, tick, NULL);
  event_new (base, -1, 0, check, w);
  asked = 0; /* dg-message "written here" */
  event_base_loop (base, 0);
  return 0;
}
