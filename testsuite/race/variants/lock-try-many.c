/* More tries to lock, one after the other in one function, than facts are kept at a time.  Each
   result is looked at where it comes from, one of them again at the end.

   RACY 1 'last': the last lock was not acquired
   RACY 2 'last': the result of the try before it is looked at
   RACY 3 'last': it was released before
   RACY 4 'first': the lock that was tried first is not held if the last one is
   RACY 5 'last': another lock is tried
   WITHOUT schedule: it would try all of that out */

#include <pthread.h>

#ifndef R
#  define R 0
#endif

static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER,
                       m2 = PTHREAD_MUTEX_INITIALIZER, m3 = PTHREAD_MUTEX_INITIALIZER,
                       m4 = PTHREAD_MUTEX_INITIALIZER, m5 = PTHREAD_MUTEX_INITIALIZER,
                       m6 = PTHREAD_MUTEX_INITIALIZER, m7 = PTHREAD_MUTEX_INITIALIZER,
                       m8 = PTHREAD_MUTEX_INITIALIZER, m9 = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int v0, v1, v2, v3, v4, v5, v6, v7, v8;
} v;
static int last, first;

#define TRY(n)                          \
  if (!pthread_mutex_trylock (&m##n)) { \
    v.v##n++;                           \
    pthread_mutex_unlock (&m##n);       \
  }

static void *worker (void *arg)
{
  int had = pthread_mutex_trylock (&m0);
  TRY (1)
  TRY (2)
  TRY (3)
  TRY (4)
  TRY (5)
  TRY (6)
  TRY (7)
  int before = pthread_mutex_trylock (&m8);
  if (!before) {
    v.v8++;
    pthread_mutex_unlock (&m8);
  }
  int got = pthread_mutex_trylock (R == 5 ? (arg ? &m9 : &m8) : &m9);
#if R == 1
  if (got)
    last++;
#elif R == 2
  if (!before)
    last++;
#else
  if (!got) {
    if (R == 3)
      pthread_mutex_unlock (&m9);
    last++;
  }
#endif
  if (!got && R != 3 && R != 5)
    pthread_mutex_unlock (&m9);
  if (R == 4 ? !got : !had)
    first++;
  if (!had)
    pthread_mutex_unlock (&m0);
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, &a);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return last + first;
}
