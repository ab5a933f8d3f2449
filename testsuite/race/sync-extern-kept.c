/* An event library of another maker keeps a callback and its data; its loop runs in main, and
   the data is guarded by a lock. Racy: the callback does not take the lock. */
#include <pthread.h>

struct stats {
  pthread_mutex_t lock;
  int events;
};

extern void on_event (void (*call) (void *), void *data);
extern void run_loop (void);
static struct stats stats = {PTHREAD_MUTEX_INITIALIZER, 0};

static void count (void *data)
{
  struct stats *s = data;
  s->events++; /* dg-warning "data race on 'stats.events'" dg-message "updated here" */
}

static void *report (void *arg)
{
  pthread_mutex_lock (&stats.lock);
  stats.events = 0; /* dg-message "written here" */
  pthread_mutex_unlock (&stats.lock);
  return arg;
}

int main (void)
{
  pthread_t id;
  on_event (count, &stats);
  pthread_create (&id, NULL, report, NULL);
  run_loop ();
  pthread_join (id, NULL);
  return 0;
}
