/* One global mutex, the accesses in two files. */
/* dg-additional-sources "lock-global-files-b-ok.c" */
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
int log_lines;

int log_length (void);

static void *writer (void *unused)
{
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock (&log_lock);
    log_lines++;
    pthread_mutex_unlock (&log_lock);
  }
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, writer, NULL);
  printf ("%d lines\n", log_length ());
  pthread_join (id, NULL);
  return 0;
}
