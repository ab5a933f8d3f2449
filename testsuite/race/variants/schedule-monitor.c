/* A lock for readers and writers, in more threads than a few, that is made of two counts under a mutex.
   RACY 1 'data': a writer does not wait for readers
   RACY 2 'data': readers do not wait for a writer */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int reading, writing, data;
static void *looks (void *unused)
{
  pthread_mutex_lock (&m);
  while (R != 2 && writing)
    pthread_cond_wait (&changed, &m);
  reading++;
  pthread_mutex_unlock (&m);
  int found = data;
  pthread_mutex_lock (&m);
  if (--reading == 0)
    pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&m);
  return (void *)(intptr_t)found;
}
static void *changes (void *unused)
{
  pthread_mutex_lock (&m);
  while (writing || (R != 1 && reading))
    pthread_cond_wait (&changed, &m);
  writing = 1;
  pthread_mutex_unlock (&m);
  data++;
  pthread_mutex_lock (&m);
  writing = 0;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&m);
  return unused;
}
int main (void)
{
  pthread_t t[6];
  for (int i = 0; i < 6; i++)
    spawn (&t[i], i < 3 ? looks : changes, NULL);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], NULL);
  return data;
}
