/* Threads are created by a function until it says that one could not be; those that were are joined.
   RACY 1 'count': it also says so of one that runs
   RACY 2 'count': the last one is not joined
   RACY 3 'count': it creates two */
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return p;
}
static int begin (pthread_t *t)
{
  int result = pthread_create (t, NULL, work, NULL);
#if R == 1
  if (!result && count > 2)
    return -1;
#elif R == 3
  for (int i = 0; i < 2; i++)
    result = pthread_create (t, NULL, work, NULL);
#endif
  return result;
}
int main (void)
{
  pthread_t t[4];
  int k;
  for (k = 0; k < 4; k++)
    if (begin (&t[k]))
      break;
  for (int i = 0; i < k - (R == 2); i++)
    pthread_join (t[i], NULL);
  count = 0;
  for (int i = 0; i < 4; i++)
    if (begin (&t[i])) {
      for (k = 0; k < i; k++)
        pthread_join (t[k], NULL);
      return count;
    }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return count;
}
