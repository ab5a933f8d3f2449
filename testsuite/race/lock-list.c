/* List of nodes under one external lock.  Racy: a node is changed after the lock was given back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  int number, tries;
  struct job *next;
};

static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;

static void add (int number)
{
  struct job *j = malloc (sizeof *j);

  if (!j)
    abort ();
  j->number = number;
  j->tries = 0;
  j->next = jobs;
  jobs = j;
}

static void *retry (void *unused)
{
  pthread_mutex_lock (&jobs_lock);
  for (struct job *j = jobs; j; j = j->next)
    j->tries++; /* dg-message "updated here" */
  pthread_mutex_unlock (&jobs_lock);
  return unused;
}

static void *pardon (void *unused)
{
  struct job *j;

  pthread_mutex_lock (&jobs_lock);
  for (j = jobs; j && j->number != 2; j = j->next)
    ;
  pthread_mutex_unlock (&jobs_lock);
  if (j)
    j->tries = 0; /* dg-warning "data race on '[^']*tries" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  for (int i = 0; i < 4; i++)
    add (i);
  pthread_create (&a, NULL, retry, NULL);
  pthread_create (&b, NULL, pardon, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", jobs->tries);
  return 0;
}
