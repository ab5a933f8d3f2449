/* A pool of threads runs queued functions with their data; the data belongs to the job until
   the queue has been drained and the pool joined. Racy: main reads a result before it joins
   the pool. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  void (*run) (void *);
  void *data;
  struct job *next;
};

struct sum {
  int from, to, sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static int closed;

static void submit (void (*run) (void *), void *data)
{
  struct job *j = malloc (sizeof *j);
  j->run = run;
  j->data = data;
  pthread_mutex_lock (&lock);
  j->next = jobs;
  jobs = j;
  pthread_cond_signal (&more);
  pthread_mutex_unlock (&lock);
}

static void *worker (void *arg)
{
  for (;;) {
    pthread_mutex_lock (&lock);
    while (!jobs && !closed)
      pthread_cond_wait (&more, &lock);
    struct job *j = jobs;
    if (j)
      jobs = j->next;
    pthread_mutex_unlock (&lock);
    if (!j)
      return arg;
    j->run (j->data);
    free (j);
  }
}

static int hits;

static void count (void *data)
{
  pthread_mutex_lock (&lock);
  hits += *(int *)data;
  pthread_mutex_unlock (&lock);
}

int main (void)
{
  pthread_t id[2];
  static int one = 1;
  static struct sum b;

  for (int i = 0; i < 2; i++)
    pthread_create (&id[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    submit (count, &one);
  pthread_mutex_lock (&lock);
  closed = 1;
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&lock);
  printf ("%d\n", hits); /* dg-warning "data race on 'hits'" dg-message "read here" */
  for (int i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", hits);
  return 0;
}
