/* Wrapper that takes a lock and returns it.  Racy: one caller asks for another one. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static pthread_mutex_t *take (pthread_mutex_t *m)
{
  pthread_mutex_lock (m);
  return m;
}

static void *insert (void *unused)
{
  pthread_mutex_t *held = take (&table_lock);

  entries++; /* dg-warning "data race on 'entries'" dg-message "updated here" */
  pthread_mutex_unlock (held);
  return unused;
}

static void *expire (void *unused)
{
  pthread_mutex_t *held = take (&index_lock);

  entries--; /* dg-message "updated here" */
  pthread_mutex_unlock (held);
  held = take (&index_lock);
  pthread_mutex_unlock (held);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, insert, NULL);
  pthread_create (&b, NULL, expire, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", entries);
  return 0;
}
