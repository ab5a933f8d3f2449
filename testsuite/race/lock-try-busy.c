/* Who finds that a lock is not busy has it.  Racy: an access where it is busy, and one where another error is
   excluded. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int counted, missed, timed, shared;

static void *work (void *argument)
{
  struct timespec soon = {0, 0};

  while (pthread_mutex_trylock (&lock) == EBUSY)
    missed++; /* dg-warning "data race on 'missed'" dg-message "updated here" dg-message "updated here" */
  counted++;
  pthread_mutex_unlock (&lock);

  if (pthread_mutex_timedlock (&lock, &soon) != EINVAL) {
    timed++; /* dg-warning "data race on 'timed'" dg-message "updated here" dg-message "updated here" */
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
  printf ("%d %d %d %d\n", counted, missed, timed, shared);
  return 0;
}
