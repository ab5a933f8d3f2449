/* A pool of workers with a queue, statistics in bit-fields, and cancellation. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  struct job *next;
  void (*run) (struct job *, void *);
  union {
    long number;
    char text[16];
    struct { int x, y; } point;
  } u;
  unsigned urgent : 1, done : 1, kind : 4;
  unsigned char tries;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  struct job *first, **last;
  int length;
  _Bool closed;
};

struct worker {
  pthread_t thread;
  struct queue *queue;
  struct { unsigned long jobs, failures; double seconds; } stats[2];
  char name[8];
};

static struct worker *workers;
static int n_workers;
static atomic_int running;
static _Thread_local struct worker *self;
volatile int stop;
extern void report (const char *, ...);

static void queue_init (struct queue *q)
{
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->not_empty, NULL);
  q->first = NULL;
  q->last = &q->first;
  q->length = 0;
}

static int queue_put (struct queue *q, struct job *j)
{
  int result = 0;
  pthread_mutex_lock (&q->lock);
  if (q->closed) {
    result = -EPIPE;
    goto out;
  }
  if (j->urgent && j->kind == 3) {
    j->next = q->first;
    if (!q->first)
      q->last = &j->next;
    q->first = j;
  } else {
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
  }
  q->length++;
  pthread_cond_signal (&q->not_empty);
out:
  pthread_mutex_unlock (&q->lock);
  return result;
}

static struct job *queue_get (struct queue *q)
{
  struct job *j;
  pthread_mutex_lock (&q->lock);
  pthread_cleanup_push ((void (*) (void *))pthread_mutex_unlock, &q->lock);
  while (!q->first && !q->closed)
    pthread_cond_wait (&q->not_empty, &q->lock);
  j = q->first;
  if (j && !(q->first = j->next))
    q->last = &q->first;
  q->length -= j != NULL;
  pthread_cleanup_pop (1);
  return j;
}

static void *work (void *arg)
{
  struct worker *w = self = arg;
  struct job *j;
  atomic_fetch_add (&running, 1);
  while (!stop && (j = queue_get (w->queue))) {
    j->run (j, w);
    w->stats[j->urgent].jobs++;
    if (!j->done && j->tries++ < 3)
      queue_put (w->queue, j);
    else if (!j->done)
      self->stats[j->urgent ? 1 : 0].failures += 1;
  }
  running--;
  return w->name;
}

static void add (struct job *j, void *context)
{
  struct worker *w = context;
  switch (j->kind) {
  case 0 ... 2:
    j->u.number += w->stats[0].jobs;
    break;
  case 3:
    memcpy (j->u.text, w->name, sizeof w->name);
    break;
  case 4:
    j->u.point.x = j->u.point.y;
    /* fall through */
  default:
    w->stats[1].seconds += 0.5 * j->u.point.x;
  }
  j->done = 1;
}

int start (int n, struct queue *q)
{
  queue_init (q);
  workers = calloc (n, sizeof *workers);
  if (!workers)
    return -1;
  for (int i = 0; i < n; i++) {
    struct worker *w = &workers[i];
    w->queue = q;
    snprintf (w->name, sizeof w->name, "w%d", i);
    if (pthread_create (&w->thread, NULL, work, w)) {
      report ("%s: %s", w->name, strerror (errno));
      return i;
    }
    n_workers++;
  }
  return n;
}

unsigned long finish (struct queue *q)
{
  unsigned long jobs = 0;
  pthread_mutex_lock (&q->lock);
  q->closed = 1;
  pthread_cond_broadcast (&q->not_empty);
  pthread_mutex_unlock (&q->lock);
  for (int i = 0; i < n_workers; i++) {
    void *name;
    pthread_join (workers[i].thread, &name);
    jobs += workers[i].stats[0].jobs + workers[i].stats[1].jobs;
    if (name != workers[i].name)
      abort ();
  }
  free (workers);
  return jobs;
}

int submit (struct queue *q, const char *text, int urgent)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -ENOMEM;
  *j = (struct job) { .run = add, .urgent = urgent, .kind = strlen (text) & 15 };
  strncpy (j->u.text, text, sizeof j->u.text - 1);
  return queue_put (q, j);
}
