/* The number of a thread is where its own handle is in the array of all; one thread takes all locks of an array.
   RACY 1 'results[]': that of a neighbour
   RACY 2 'results[]': nobody waits until all handles are there
   RACY 3 'data[]': one of the locks is left out */
#include "common.h"
#define N 4
static pthread_t threads[N];
static int results[N], data[N];
static pthread_barrier_t started;
static pthread_mutex_t locks[N];
static void *run (void *unused)
{
  if (R != 2)
    pthread_barrier_wait (&started);
  for (int i = 0; i < N; i++)
    if (pthread_equal (threads[i], pthread_self ()))
      results[R == 1 && i == 1 ? 2 : i] = i;
  return unused;
}
static void *one (void *argument)
{
  int n = (intptr_t)argument;
  pthread_mutex_lock (&locks[n]);
  data[n]++;
  pthread_mutex_unlock (&locks[n]);
  return NULL;
}
static void *all (void *unused)
{
  for (int i = 0; i < N - (R == 3); i++)
    pthread_mutex_lock (&locks[i]);
  for (int i = 0; i < N; i++)
    data[i] = 0;
  for (int i = 0; i < N - (R == 3); i++)
    pthread_mutex_unlock (&locks[i]);
  return unused;
}
int main (void)
{
  pthread_t other, others[N];
  pthread_barrier_init (&started, NULL, N + 1);
  for (int i = 0; i < N; i++)
    spawn (&threads[i], run, NULL);
  if (R != 2)
    pthread_barrier_wait (&started);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&locks[i], NULL);
  for (intptr_t i = 0; i < N; i++)
    spawn (&others[i], one, (void *)i);
  spawn (&other, all, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (others[i], NULL);
  pthread_join (other, NULL);
  return results[0] + data[0];
}
