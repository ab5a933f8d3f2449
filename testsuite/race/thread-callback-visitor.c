/* Callback given to an iterator that both threads use.
   Racy: one thread iterates without the lock. */
/* dg-additional-sources "thread-callback-visitor-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

void for_each (void (*visit) (int, void *), void *data);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visited;

static void count (int cell, void *data)
{
  *(int *) data += cell + 1; /* dg-warning "data race on 'visited'" dg-message "updated here" dg-message "updated here" */
}

static void show (int cell, void *data)
{
  printf ("%s%d\n", (const char *) data, cell);
}

static void *walker (void *unused)
{
  pthread_mutex_lock (&lock);
  for_each (count, &visited);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  static char prefix[] = "cell ";
  pthread_t id;

  pthread_create (&id, NULL, walker, NULL);
  for_each (show, prefix);
  for_each (count, &visited);
  pthread_join (id, NULL);
  printf ("%d\n", visited);
  return 0;
}
