/* Memory that others have been told of belongs to its maker until the thread for it is created, and
   if that is refused.
   RACY 1 'x->count': freed although the thread runs
   RACY 2 'x->count': counted behind the creation
   RACY 3 'x->count': by who looks at what others have been told of
   RACY 4 'x->count': each round sets what the thread of the round before has */
#include "common.h"
struct device {
  pthread_mutex_t lock;
  int count;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct device *newest;
static void *run (void *a)
{
  struct device *x = a;
  pthread_mutex_lock (&x->lock);
  x->count++;
  pthread_mutex_unlock (&x->lock);
#if R == 3
  pthread_mutex_lock (&lock);
  newest->count++;
  pthread_mutex_unlock (&lock);
#endif
  return 0;
}
static int start (void)
{
  pthread_t t;
  struct device *x = calloc (1, sizeof *x);
  if (!x)
    return -1;
  pthread_mutex_init (&x->lock, 0);
  pthread_mutex_lock (&lock);
  newest = x;
  pthread_mutex_unlock (&lock);
  x->count = 1;
  int error = pthread_create (&t, 0, run, x);
#if R == 1
  if (!error) {
#else
  if (error) {
#endif
    free (x);
    return -1;
  }
#if R == 2
  x->count++;
#endif
  pthread_detach (t);
  return 0;
}
static void *starter (void *a)
{
  for (int i = 0; i < 3; i++)
    start ();
#if R == 4
  struct device *x = calloc (1, sizeof *x);
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    newest = x;
    x->count = i;
    if (pthread_create (&t, 0, run, x))
      return 0;
  }
#endif
  return 0;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], starter, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
