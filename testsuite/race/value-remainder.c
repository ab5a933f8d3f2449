/* A remainder that cannot reach the limit.  Racy: the limit is lower. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int late;

static void *work (void *unused)
{
  for (unsigned i = 0; i < 30; i++) {
    unsigned phase = i % 8;

    if (phase >= 7)
      late++; /* dg-warning "data race on 'late'" dg-message "updated here" dg-message "updated here" */
    pthread_mutex_lock (&lock);
    late += i > 100;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", late);
  return 0;
}
