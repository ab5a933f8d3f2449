/* Threads that join each other as a tree, of which main joins the root: each joins those whose numbers
   are its own and a lower bit.
   RACY 1 'seen': the last thread is not joined
   RACY 2 'seen': the first bit is left out
   RACY 3 'seen': main joins another thread
   RACY 4 'seen': one join is enough
   RACY 5 'seen': some joins are left out
   RACY 6 'seen': other numbers
   RACY 7 'seen': threads change their numbers
   RACY 8 'seen': main says that there are less
   RACY 9 'seen': from another element on
   RACY 10 'other_seen': the power starts too late
   RACY 11 'other_seen': the power grows too fast
   RACY 12 'other_seen': main does not wait
   RACY 13 'job->workers[next].handle': the first one is created first
   RACY 14 'job->workers[next].result.n': looked at before the join
   RACY 15 'job->workers[next ^ 4].result.n': the result of another thread */
#include <pthread.h>
#include <stdlib.h>
#ifndef R
#define R 0
#endif

struct job {
  pthread_mutex_t lock;
  struct worker *workers;
  unsigned *count;
};

struct result {
  long n, more;
};

struct worker {
  pthread_t handle;
  struct job *job;
  unsigned number;
  struct result result;
};

static struct result both (struct result a, struct result b)
{
  a.n += b.n;
  return a;
}

static int seen, other_seen, odd;

static void *work (void *data)
{
  struct worker *w = data;
  struct job *job = w->job;
  pthread_mutex_lock (&job->lock);
  seen++;
  pthread_mutex_unlock (&job->lock);
  w->result.n = w->number;
#if R == 7
  if (odd)
    w->number = 5;
#endif
  for (unsigned step = R == 2;; step++) {
    if (w->number % (2 << step))
      break;
    unsigned next = w->number | (1 << step);
    if (next >= *job->count - (R == 1))
      break;
    if (R == 5 && odd & step)
      continue;
#if R == 14
    w->result.n += job->workers[next].result.n;
#endif
    pthread_join (job->workers[next].handle, NULL);
    w->result = both (w->result, job->workers[next ^ (R == 15 ? 4 : 0)].result);
    job->workers[next].result.n = 0;
    if (R == 4 && odd)
      break;
  }
  return NULL;
}

static int search (unsigned *count)
{
  struct job *job = calloc (1, sizeof *job);
  pthread_mutex_init (&job->lock, NULL);
  job->count = count;
  struct worker *workers = calloc (*count, sizeof *workers);
  job->workers = workers;
#if R == 9
  job->workers = workers + 1;
#endif
#if R == 13
  for (int i = 0; i < *count; i++) {
#else
  for (int i = *count - 1; i >= 0; i--) {
#endif
    workers[i].result.n = 0;
    workers[i].job = job;
    workers[i].number = R == 6 ? i ^ 4 : i;
    if (pthread_create (&workers[i].handle, NULL, work, &workers[i]))
      exit (1);
  }
#if R == 8
  --*count;
#endif
  pthread_join (workers[R == 3].handle, NULL);
  int n = seen + workers[0].result.n;
  pthread_mutex_destroy (&job->lock);
  return n;
}

enum { MOST = 16 };
static pthread_t handles[MOST];
static unsigned numbers[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other_work (void *data)
{
  unsigned me = *(unsigned *)data;
  pthread_mutex_lock (&lock);
  other_seen++;
  pthread_mutex_unlock (&lock);
  for (unsigned bit = R == 10 ? 2 : 1; bit < MOST; bit *= R == 11 ? 4 : 2) {
    if (me & bit)
      break;
    if (me + bit < MOST)
      pthread_join (handles[me + bit], NULL);
  }
  return NULL;
}

static int other_search (void)
{
  for (int i = MOST - 1; i >= 0; i--) {
    numbers[i] = i;
    pthread_create (&handles[i], NULL, other_work, &numbers[i]);
  }
#if R != 12
  pthread_join (handles[0], NULL);
#endif
  return other_seen;
}

int main (int argc, char **argv)
{
  unsigned count = argc;
  odd = argc > 3;
  return search (&count) + other_search ();
}
