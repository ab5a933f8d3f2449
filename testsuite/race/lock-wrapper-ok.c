/* Lock and unlock wrappers around a pair of locks. */
#include <pthread.h>
#include <stdio.h>

struct pair {
  pthread_mutex_t first, second;
};

static struct pair disk = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static struct pair net = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int disk_errors;

static void lock_pair (struct pair *p)
{
  pthread_mutex_lock (&p->first);
  pthread_mutex_lock (&p->second);
}

static void unlock_pair (struct pair *p)
{
  pthread_mutex_unlock (&p->second);
  pthread_mutex_unlock (&p->first);
}

static void *scrubber (void *unused)
{
  lock_pair (&disk);
  disk_errors++;
  unlock_pair (&disk);
  return unused;
}

static void *monitor (void *unused)
{
  lock_pair (&disk);
  disk_errors = 0;
  unlock_pair (&disk);
  lock_pair (&net);
  unlock_pair (&net);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, scrubber, NULL);
  pthread_create (&b, NULL, monitor, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", disk_errors);
  return 0;
}
