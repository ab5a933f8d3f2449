/* Goes before a program: its locks and threads are behind functions then. */

#include <pthread.h>

static inline int wrapped_lock (pthread_mutex_t *lock)
{
  return pthread_mutex_lock (lock);
}

static inline int wrapped_unlock (pthread_mutex_t *lock)
{
  return pthread_mutex_unlock (lock);
}

static inline int wrapped_create (pthread_t *handle, const pthread_attr_t *how, void *(*start) (void *),
                                  void *argument)
{
  return pthread_create (handle, how, start, argument);
}

static inline int wrapped_join (pthread_t handle, void **result)
{
  return pthread_join (handle, result);
}

#define pthread_mutex_lock   wrapped_lock
#define pthread_mutex_unlock wrapped_unlock
#define pthread_create       wrapped_create
#define pthread_join         wrapped_join
