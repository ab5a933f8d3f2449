/* The struct that a function returns is stored behind the call: behind what the function has posted, unlocked or
   created.
   RACY 1 'r.b': the function posts that it is done
   RACY 2 's.b': the function releases the lock
   RACY 3 'q.b': the function creates a thread that reads it */
#include "common.h"
#include <semaphore.h>
struct result {
  int a, b, c, d;
};
static struct result r, s, q;
static sem_t done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t reader;
static void *reads (void *unused)
{
  return (void *)(intptr_t)q.b;
}
static struct result make (int n)
{
  struct result made = {n, 2 * n, 3 * n, 4 * n};
  if (R == 1 && n == 1)
    sem_post (&done);
  if (R == 2 && n == 2)
    pthread_mutex_unlock (&m);
  if (R == 3 && n == 3)
    spawn (&reader, reads, NULL);
  return made;
}
static void *run (void *unused)
{
  r = make (1);
  if (R != 1)
    sem_post (&done);
  pthread_mutex_lock (&m);
  s = make (2);
  if (R != 2)
    pthread_mutex_unlock (&m);
  return unused;
}
int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  spawn (&t, run, NULL);
  pthread_mutex_lock (&m);
  int sum = s.b;
  pthread_mutex_unlock (&m);
  sem_wait (&done);
  sum += r.b;
  q = make (3);
  if (R != 3)
    spawn (&reader, reads, NULL);
  pthread_join (reader, NULL);
  pthread_join (t, NULL);
  return sum;
}
