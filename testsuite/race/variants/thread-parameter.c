/* A function creates threads with new memory in which it says what they do; they free that, or it does if there is no
   thread.  They create others in the same way.
   RACY 1 '*data': it frees it in any case
   RACY 2 'p->a': it writes there when the thread runs
   RACY 3 'p->f': the memory of the call before is used again
   RACY 4 'p->f': a second thread gets the same, and if there is none it is freed
   RACY 5 'p->f': it is tried several times, and freed if the last one fails
   RACY 6 'p->n': all threads know the last one
   RACY 7 '*data': what it frees if there is no thread is what another call has made */
#include "common.h"
#include <signal.h>
struct parameter {
  void (*f) (int);
  int a;
  int n;
};
static struct parameter *last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *begin (void *data)
{
  struct parameter *p = data;
  void (*f) (int) = p->f;
  int a = p->a;
#if R == 6
  p->n++;
  pthread_mutex_lock (&m);
  if (last)
    last->n++;
  pthread_mutex_unlock (&m);
#elif R < 3 || R > 5
  free (p);
#endif
  f (a);
  return NULL;
}
static int create (pthread_t *t, size_t stack, struct parameter *p)
{
  int result;
  if (stack) {
    pthread_attr_t attributes;
    result = pthread_attr_init (&attributes);
    if (!result) {
      result = pthread_attr_setstacksize (&attributes, stack);
      if (!result)
        result = pthread_create (t, &attributes, begin, p);
      pthread_attr_destroy (&attributes);
    }
  } else
    result = pthread_create (t, NULL, begin, p);
  return !result;
}
static int start (pthread_t *t, size_t stack, void (*f) (int), int a)
{
  struct parameter *p;
#if R == 3
  pthread_mutex_lock (&m);
  if (!last)
    last = malloc (sizeof *last);
  p = last;
  pthread_mutex_unlock (&m);
#else
  p = malloc (sizeof *p);
#endif
  if (!p)
    return 0;
  p->f = f;
  p->a = a;
  p->n = 0;
#if R == 6
  pthread_mutex_lock (&m);
  last = p;
  pthread_mutex_unlock (&m);
#endif
#if R == 5
  for (int i = 0; i < 3; i++)
    if (!create (t, stack, p) && i == 2) {
      free (p);
      return 0;
    }
#else
  if (!create (t, stack, p)) {
#if R == 7
    pthread_mutex_lock (&m);
    struct parameter *old = last;
    last = p;
    pthread_mutex_unlock (&m);
    p = old;
#endif
    free (p);
    return 0;
  }
#endif
#if R == 1
  free (p);
#endif
#if R == 2
  p->a = 1;
#endif
#if R == 4
  if (!create (t, stack, p))
    free (p);
#endif
#if R == 7
  pthread_mutex_lock (&m);
  last = p;
  pthread_mutex_unlock (&m);
#endif
  return 1;
}
static void nothing (int a)
{
}
static void more (int a)
{
  pthread_t t[2];
  for (int i = 0; i < a; i++)
    if (start (&t[i], 0, nothing, i))
      pthread_detach (t[i]);
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  signal (SIGUSR1, nothing);
  for (int i = 0; i < 4; i++)
    if (!start (&t[i], argc > 1 ? 1 << 20 : 0, more, 2))
      return 1;
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
