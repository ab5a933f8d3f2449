/* A pool whose threads call what is in the jobs.  That a library function puts a job there which
   counts without a lock matters where main calls that. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  void (*run) (struct job *);
  int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *next;
static int total;

static void quick (struct job *j)
{
  total += j->n; /* dg-warning "data race on .total." */
}

static void safe (struct job *j)
{
  pthread_mutex_lock (&lock);
  total += j->n;
  pthread_mutex_unlock (&lock);
}

static void put (void (*run) (struct job *), int n)
{
  struct job *j = malloc (sizeof *j);
  j->run = run;
  j->n = n;
  pthread_mutex_lock (&lock);
  next = j;
  pthread_mutex_unlock (&lock);
}

void put_quick (int n)
{
  put (quick, n);
}

void put_safe (int n)
{
  put (safe, n);
}

static void *worker (void *unused)
{
  pthread_mutex_lock (&lock);
  struct job *j = next;
  next = NULL;
  pthread_mutex_unlock (&lock);
  if (j)
    j->run (j);
  return unused;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  put_safe (1);
  put_quick (2);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
