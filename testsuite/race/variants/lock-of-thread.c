/* Threads that a helper creates in a loop, by a wrapper; what is created is only known to who calls the helper.
   What a thread has made for itself, in a variable or new memory, there is once for each.
   RACY 1 'total': each thread locks a variable of its own
   RACY 2 'total': the same, in a function that it calls
   RACY 3 'total': the same, created without the wrapper
   RACY 4 'total': each thread waits for a semaphore of its own
   RACY 5 'total': the helper is called for one thread, in a loop of another */
#include "common.h"
#include <semaphore.h>
struct job {
  int n;
};
static struct job jobs[4];
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add (struct job *j)
{
#if R == 2
  pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, *m = &mine;
#else
  pthread_mutex_t *m = &lock;
#endif
  pthread_mutex_lock (m);
  total += j->n;
  pthread_mutex_unlock (m);
}
static void *worker (void *p)
{
#if R == 1 || R == 3 || R == 5
  struct job *j = p;
  pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&mine);
  total += j->n;
  pthread_mutex_unlock (&mine);
#elif R == 4
  struct job *j = p;
  sem_t mine;
  sem_init (&mine, 0, 1);
  sem_wait (&mine);
  total += j->n;
  sem_post (&mine);
#else
  add (p);
#endif
  return 0;
}
static pthread_t begin (void *(*f) (void *), void *p)
{
  pthread_t t;
  pthread_create (&t, 0, f, p);
  return t;
}
static void start (void *(*f) (void *), struct job *j, int n)
{
  pthread_t t[4];
  for (int i = 0; i < n; i++)
#if R == 3
    pthread_create (&t[i], 0, f, j + i);
#else
    t[i] = begin (f, j + i);
#endif
  for (int i = 0; i < n; i++)
    pthread_join (t[i], 0);
}
#if R == 5
static void start_one (void *(*f) (void *), struct job *j)
{
  pthread_detach (begin (f, j));
}
static void start_each (void *(*f) (void *), struct job *j, int n)
{
  for (int i = 0; i < n; i++)
    start_one (f, j + i);
}
#endif
int main (int argc, char **argv)
{
#if R == 5
  start_each (worker, jobs, argc);
#else
  start (worker, jobs, argc);
#endif
  return 0;
}
