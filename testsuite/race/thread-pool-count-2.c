/* How many threads there are is kept in a variable that changes before they are joined.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static pthread_t *threads;
static int n;

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++; /* dg-message "updated here by thread 'work'" */
  pthread_mutex_unlock (&lock);
  return p;
}

static void start (int k)
{
  n = k;
  threads = malloc (k * sizeof *threads);
  for (int i = 0; i < n; i++)
    pthread_create (&threads[i], NULL, work, NULL);
}

static void end (void)
{
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

int main (int argc, char **argv)
{
  start (argc > 1 ? atoi (argv[1]) : 2);
  if (argc > 2)
    scanf ("%d", &n);
  end ();
  return count; /* dg-warning "data race on 'count'" */
}
