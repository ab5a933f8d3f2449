/* RULES 1.3 hand-off: the taker unlinks a node and owns it.
   Racy: another thread kept a pointer to it. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
  int state;
  struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *head;

static void *taker (void *unused)
{
  struct job *j;

  pthread_mutex_lock (&lock);
  j = head;
  if (j)
    head = j->next;
  pthread_mutex_unlock (&lock);
  if (j)
    j->state = 2; /* dg-warning "data race on '[^']*state" dg-message "written here" */
  return unused;
}

static void *peeker (void *unused)
{
  struct job *j;

  pthread_mutex_lock (&lock);
  j = head;
  pthread_mutex_unlock (&lock);
  usleep (1000);
  if (j)
    printf ("%d\n", j->state); /* dg-message "read here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  head = calloc (1, sizeof *head);
  if (!head)
    return 1;
  pthread_create (&b, NULL, peeker, NULL);
  usleep (500);
  pthread_create (&a, NULL, taker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
