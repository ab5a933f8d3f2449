/* Who finds that a lock is not busy has it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int counted, timed, shared;

static void *work (void *argument)
{
  struct timespec soon = {0, 0};

  while (pthread_mutex_trylock (&lock) == EBUSY)
    continue;
  counted++;
  pthread_mutex_unlock (&lock);

  if (pthread_mutex_timedlock (&lock, &soon) != ETIMEDOUT) {
    timed++;
    pthread_mutex_unlock (&lock);
  }

  int result = pthread_rwlock_trywrlock (&rwlock);
  if (result == EBUSY)
    return argument;
  shared++;
  pthread_rwlock_unlock (&rwlock);
  return argument;
}

int main (void)
{
  pthread_t one, two;

  pthread_create (&one, NULL, work, NULL);
  pthread_create (&two, NULL, work, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  printf ("%d %d %d\n", counted, timed, shared);
  return 0;
}
