/* Each call creates a thread for one half and does the other half; results are in variables of the call.
   RACY 1 'whole.r': another thread gets the variable, too
   RACY 2 'whole.r': it is known to all before
   RACY 3 'x.r': the result of the thread is read before it has ended
   RACY 4 'whole.r': thread and call get the same variable
   RACY 5 'whole.r': who is called keeps what it gets
   RACY 6 'y.r': the thread finds it in what it gets
   RACY 7 'whole.r': main looks at what a thread has that it does not wait for
   RACY 8 'whole.r': the call gets it by another one that keeps it */
#include "common.h"
struct part {
  int n;
  long r;
  struct part *next;
};
static struct part *all;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long seen;
static void publish (struct part *p)
{
  pthread_mutex_lock (&m);
  all = p;
  pthread_mutex_unlock (&m);
}
static void *watch (void *p)
{
  seen = ((struct part *)p)->r;
  return NULL;
}
static void *watch_all (void *unused)
{
  pthread_mutex_lock (&m);
  if (all)
    all->r++;
  pthread_mutex_unlock (&m);
  return unused;
}
static void *divide (void *p);
static void pass (struct part *p)
{
#if R == 8
  publish (p);
#endif
  divide (p);
}
static void *divide (void *p)
{
  struct part *part = p;
#if R == 5
  publish (part);
#endif
#if R == 6
  if (part->next)
    part->next->r++;
#endif
  if (part->n < 2) {
    part->r = part->n;
    return NULL;
  }
  struct part x = {part->n - 1, 0, NULL}, y = {part->n - 2, 0, NULL};
  pthread_t t, u;
#if R == 6
  x.next = &y;
#endif
  spawn (&t, divide, &x);
#if R == 1
  spawn (&u, watch, &y);
#elif R == 2
  publish (&y);
#endif
#if R == 4
  divide (&x);
#else
  if (part->n & 1)
    divide (&y);
  else
    pass (&y);
#endif
#if R != 3
  pthread_join (t, NULL);
#endif
#if R == 1
  pthread_join (u, NULL);
#endif
  part->r = x.r + y.r;
#if R == 3
  pthread_join (t, NULL);
#endif
  return NULL;
}
int main (void)
{
  struct part whole = {10, 0, NULL};
  pthread_t t, w;
  spawn (&w, watch_all, NULL);
  spawn (&t, divide, &whole);
#if R != 7
  pthread_join (t, NULL);
#endif
  seen += whole.r;
  whole.n = 9;
  divide (&whole);
  pthread_join (w, NULL);
  return (int)(seen + whole.r);
}
