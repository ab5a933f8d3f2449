/* Who waits for a flag has what was prepared before it was set: another thread only clears it, with what is
   in a variable that nobody else changes.
   RACY 1 'data': a function gets its address
   RACY 2 'data': it is a parameter that is cleared later
   RACY 3 'data': through a pointer
   RACY 4 'data': a library gets its address
   RACY 5 'data': all of it is copied
   RACY 6 'data': another field of it has a number
   RACY 7 'data': an atomic changes it */
#include "common.h"
struct box {
  int x, y;
};
static int flag, data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static void change (int *p)
{
  *p = 1;
}

static void set (int v)
{
  pthread_mutex_lock (&lock);
  flag = v;
  pthread_mutex_unlock (&lock);
#if R == 2
  v = 0;
  change (&v);
#endif
}

static void *other (void *a)
{
  volatile int seen = 0;
  struct box b, c = {1, 1};
  int v;
#if R == 5
  b.x = 0;
  b = c;
#elif R == 6
  b.y = 0;
  change (&b.x);
#else
  b.x = 0;
#endif
  v = 0;
#if R == 1
  change (&v);
#elif R == 3
  *(int *)&seen = 1;
#elif R == 4
  sscanf ("1", "%d", &v);
#elif R == 7
  __atomic_store_n (&v, 1, __ATOMIC_RELAXED);
#endif
  pthread_mutex_lock (&lock);
  flag = v;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  flag = seen;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  flag = b.x;
  pthread_mutex_unlock (&lock);
#if R == 2
  set (1);
#endif
  return a;
}

static void *waiting (void *a)
{
  pthread_mutex_lock (&lock);
  while (!flag)
    pthread_cond_wait (&more, &lock);
  pthread_mutex_unlock (&lock);
  printf ("%d\n", data);
  return a;
}

int main (int argc, char **argv)
{
  pthread_t t;
  spawn (&t, waiting, 0);
  spawn (&t, other, 0);
  data = argc;
  pthread_mutex_lock (&lock);
  flag = 1;
  pthread_cond_signal (&more);
  pthread_mutex_unlock (&lock);
  pthread_exit (0);
}
