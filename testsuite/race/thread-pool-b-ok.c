/* The other file of thread-pool and its twin. */
#include "thread-pool.h"

#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct {
  void (*run) (void *);
  void *argument;
} queue[16];
static int in, out, finish;
static pthread_t id[WORKERS];

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  for (;;) {
    if (in > out) {
      void (*run) (void *) = queue[out].run;
      void *argument = queue[out++].argument;

      pthread_mutex_unlock (&lock);
      run (argument);
      pthread_mutex_lock (&lock);
    } else if (finish)
      break;
    else
      pthread_cond_wait (&changed, &lock);
  }
  pthread_mutex_unlock (&lock);
  return unused;
}

void pool_start (void)
{
  for (int i = 0; i < WORKERS; i++)
    pthread_create (&id[i], NULL, worker, NULL);
}

void pool_add (void (*run) (void *), void *argument)
{
  pthread_mutex_lock (&lock);
  queue[in].run = run;
  queue[in++].argument = argument;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
}

void pool_finish (void)
{
  pthread_mutex_lock (&lock);
  finish = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join (id[i], NULL);
}
