/* Functions that return with a lock, or release one of their callers. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void take (pthread_mutex_t *m)
{
  pthread_mutex_lock (m);
}

static void give (pthread_mutex_t *m)
{
  pthread_mutex_unlock (m);
}

static void take_it (void)
{
  take (&lock);
}

static void for_caller (void) /* whoever calls it has lost the lock for a while */
{
  pthread_mutex_unlock (&lock);
  x = 1; /* not even the lock of the caller */
  pthread_mutex_lock (&lock);
  x = 2; /* {lock} */
}

static void *work (void *arg)
{
  take_it ();
  x = 3; /* {lock} */
  take (&lock);
  x = 4; /* {lock:2} */
  give (&lock);
  x = 5; /* {lock} */
  for_caller ();
  x = 6; /* {lock} */
  give (&lock);
  x = 7; /* {} */
  pthread_rwlock_rdlock (&rw);
  x = 8; /* {rw:shared} */
  pthread_rwlock_unlock (&rw);
  pthread_rwlock_wrlock (&rw);
  x = 9; /* {rw} */
  pthread_rwlock_unlock (&rw);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
