/* A lock that cannot be taken is told of, and the program goes on: it is broken then anyway.
   RACY 1 'n': the result is returned, and whoever called it does not go on
   RACY 2 'n': the failure leads elsewhere
   RACY 3 'n': something is remembered, and looked at later
   RACY 4 'n': trying fails as a matter of course
   RACY 5 'n': there is no lock in one thread
   RACY 6 'errors': what is counted when it fails
   RACY 7 'n': released where it is told
   RACY 8 'n': what is done if it has been taken is not all that follows */
#include "common.h"
#include <stdarg.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t list_lock = PTHREAD_RWLOCK_INITIALIZER;
static int n, list, errors;
static void complain (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
}
#define TOLD(f) do { int told; if ((told = (f)) != 0) complain ("%s: %s\n", #f, strerror (told)); } while (0)
static void must_lock (pthread_mutex_t *m)
{
  if (pthread_mutex_lock (m))
    perror ("lock");
}
#if R == 1
static int try_it (void)
{
  int result = pthread_mutex_lock (&lock);
  if (result)
    complain ("lock");
  return result;
}
#endif
static void count (int own)
{
#if R == 1
  if (try_it ()) {
    n++;
    return;
  }
#elif R == 2
  if (pthread_mutex_lock (&lock)) {
    complain ("lock");
    n++;
    return;
  }
#elif R == 3
  int failed = pthread_mutex_lock (&lock);
  if (failed)
    complain ("lock");
  if (failed) {
    n++;
    return;
  }
#elif R == 4
  TOLD (pthread_mutex_trylock (&lock));
#elif R == 5
  if (own)
    TOLD (pthread_mutex_lock (&lock));
#elif R == 6
  if (pthread_mutex_lock (&lock))
    errors++;
#elif R == 7
  if (pthread_mutex_lock (&lock)) {
    complain ("lock");
    pthread_mutex_unlock (&lock);
  }
#elif R == 8
  if (!pthread_mutex_lock (&lock)) {
    complain ("locked");
    pthread_mutex_unlock (&lock);
  }
#else
  TOLD (pthread_mutex_lock (&lock));
#endif
  n++;
  TOLD (pthread_mutex_unlock (&lock));
  TOLD (pthread_rwlock_wrlock (&list_lock));
  list++;
  TOLD (pthread_rwlock_unlock (&list_lock));
}
static void *work (void *arg)
{
  for (int i = 0; i < 3; i++) {
    count (arg != NULL);
    must_lock (&lock);
    n--;
    pthread_mutex_unlock (&lock);
  }
  return arg;
}
int main (void)
{
  spawn_two (work);
  return n + list + errors;
}
