/* A function that creates a thread in one of two ways, behind one that gives it new memory with what it is to
   call.
   RACY 1 'count_a': two threads do the same
   RACY 2 '*data': freed in any case
   RACY 3 'count_a': the wrapper changes what is called
   RACY 4 '*data': both threads are created
   RACY 5 'count_a': what is called is changed when the thread runs */
#include "common.h"
struct param {
  void *(*start) (void *);
  void *arg;
};
static int count_a, count_b;
static void *work_a (void *x)
{
  count_a++;
  return x;
}
static void *work_b (void *x)
{
  count_b++;
  return x;
}
static void *starter (void *data)
{
  struct param *p = data;
  if (!data)
    return 0;
  void *arg = p->arg;
  void *(*f) (void *) = p->start;
  free (data);
  return f (arg);
}
static int create_thread (pthread_t *t, size_t stack, void *(*f) (void *), void *arg)
{
  int r;
#if R == 3
  ((struct param *)arg)->start = work_a;
#endif
  if (stack != 0) {
    pthread_attr_t attr;
    r = pthread_attr_init (&attr);
    if (r == 0) {
      r = pthread_attr_setstacksize (&attr, stack);
      if (r == 0)
        r = pthread_create (t, &attr, f, arg);
      pthread_attr_destroy (&attr);
    }
#if R == 4
    if (r == 0)
      r = pthread_create (t, 0, f, arg);
#endif
  } else
    r = pthread_create (t, 0, f, arg);
  return !r;
}
static int create_named (pthread_t *t, size_t stack, void *(*f) (void *), void *arg)
{
  struct param *p = malloc (sizeof *p);
  if (!p)
    return 0;
  p->start = f;
  p->arg = arg;
  if (!create_thread (t, stack, starter, p)) {
    free (p);
    return 0;
  }
#if R == 2
  free (p);
#elif R == 5
  p->start = work_a;
#endif
  return 1;
}
int main (int argc, char **argv)
{
  pthread_t a, b;
  create_named (&a, argc, work_a, 0);
  create_named (&b, argc, R == 1 ? work_a : work_b, 0);
  return 0;
}
