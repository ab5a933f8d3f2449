/* Two conditions at once, each with its lock and data. */
#include <pthread.h>
#include <stdio.h>

enum { LOG = 1, TRACE = 2 };

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;
static int logged, traced;

static void event (int where)
{
  int log = where & LOG, trace = where & TRACE;

  if (log)
    pthread_mutex_lock (&log_lock);
  if (trace)
    pthread_mutex_lock (&trace_lock);
  if (log)
    logged++;
  if (trace)
    traced++;
  if (trace)
    pthread_mutex_unlock (&trace_lock);
  if (log)
    pthread_mutex_unlock (&log_lock);
}

static void *reader (void *unused)
{
  event (LOG);
  pthread_mutex_lock (&log_lock);
  logged++;
  pthread_mutex_unlock (&log_lock);
  return unused;
}

static void *writer (void *unused)
{
  event (TRACE);
  event (LOG | TRACE);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", logged, traced);
  return 0;
}
