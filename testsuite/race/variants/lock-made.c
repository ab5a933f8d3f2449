/* Locks, conditions, semaphores, barriers and attributes are made before others use them, and destroyed when nobody
   does any more.
   RACY 1 'lock': each thread makes the lock
   RACY 2 'lock': destroyed before the threads have ended
   RACY 3 'lock': made again while the threads run
   RACY 4 'places': the semaphore is made by a thread
   RACY 5 'ready': the condition is made behind the creation
   RACY 6 'meeting': the barrier is made by a thread
   RACY 7 'readers': the read-write lock is destroyed by a thread
   RACY 8 'attributes': each thread sets the attributes
   RACY 9 'lock': set by an assignment while the threads run
   RACY 10 '*a': the lock of an object is made again when others have it */
#include "common.h"
#include <semaphore.h>
struct job {
  pthread_mutex_t lock;
  int n;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t ready;
static pthread_rwlock_t readers;
static pthread_barrier_t meeting;
static pthread_attr_t attributes;
static sem_t places;
static int value, value_inner, other, third, done;

static void make_inner (void)
{
  pthread_mutex_init (&inner, NULL);
}

static void *worker (void *a)
{
  struct job *j = a;
#if R == 1
  pthread_mutex_init (&lock, NULL);
#elif R == 4
  sem_init (&places, 0, 1);
#elif R == 6
  pthread_barrier_init (&meeting, NULL, 2);
#elif R == 8
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
#elif R == 10
  pthread_mutex_init (&j->lock, NULL);
#endif
  pthread_mutex_lock (&lock);
  value++;
  done++;
  pthread_cond_signal (&ready);
  while (done < 2)
    pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  sem_wait (&places);
  other++;
  sem_post (&places);
  pthread_rwlock_rdlock (&readers);
  printf ("%d\n", third);
  pthread_rwlock_unlock (&readers);
#if R == 7
  pthread_rwlock_destroy (&readers);
#endif
  pthread_mutex_lock (&j->lock);
  j->n++;
  pthread_mutex_unlock (&j->lock);
  pthread_once (&once, make_inner);
  pthread_mutex_lock (&inner);
  value_inner--;
  pthread_mutex_unlock (&inner);
  pthread_barrier_wait (&meeting);
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  struct job *j = malloc (sizeof *j);
  pthread_mutex_init (&lock, NULL);
  pthread_mutex_init (&j->lock, NULL);
  j->n = 0;
#if R != 5
  pthread_cond_init (&ready, NULL);
#endif
  pthread_rwlock_init (&readers, NULL);
  pthread_barrier_init (&meeting, NULL, 2);
  pthread_attr_init (&attributes);
  sem_init (&places, 0, 1);
  pthread_create (&t[0], &attributes, worker, j);
  pthread_create (&t[1], &attributes, worker, j);
#if R == 2
  pthread_mutex_destroy (&lock);
#elif R == 3
  pthread_mutex_init (&lock, NULL);
#elif R == 5
  pthread_cond_init (&ready, NULL);
#elif R == 9
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#endif
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  pthread_mutex_destroy (&lock);
  pthread_cond_destroy (&ready);
  pthread_rwlock_destroy (&readers);
  pthread_barrier_destroy (&meeting);
  sem_destroy (&places);
  pthread_mutex_destroy (&j->lock);
  free (j);
  return value + other;
}
