/* Detached threads are counted up to a number that is no constant.  Racy: an access after the
 * count. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int finished;
static int result[100];
static int limit;
static void *work (void *arg)
{
  int i = (int)(long)arg;
  result[i] = i + 7;
  pthread_mutex_lock (&m);
  finished++;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  result[i]++; /* dg-warning "data race on 'result\[\]'" */
  return NULL;
}
int main (int argc, char **argv)
{
  int sum = 0;
  limit = argc;
  for (int i = 0; i < limit; i++) {
    pthread_t t;
    if (pthread_create (&t, NULL, work, (void *)(long)i))
      abort ();
    pthread_detach (t);
  }
  pthread_mutex_lock (&m);
  while (finished < limit)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  for (int i = 0; i < limit; i++)
    sum += result[i];
  printf ("%d\n", sum);
  return 0;
}
