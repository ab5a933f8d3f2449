/* Functions that create a thread, one by another, and return its handle: each call another one.

   RACY 1 'first': the other thread is joined
   RACY 2 'first': a function creates two, and returns the handle of the second */

#include <pthread.h>
#include <stdio.h>

static int first, second;

static void *one (void *unused)
{
  first++;
  return unused;
}

static void *two (void *unused)
{
  second++;
  return unused;
}

static pthread_t create (void *(*f) (void *))
{
  pthread_t t;
  pthread_create (&t, NULL, f, NULL);
  return t;
}

static pthread_t start (void *(*f) (void *))
{
#if R == 2
  create (f);
  return create (two);
#else
  return create (f);
#endif
}

int main (void)
{
  pthread_t a = start (one);
#if R == 2
  pthread_join (a, NULL);
  first++;
#else
  pthread_t b = start (two);
  pthread_join (R == 1 ? b : a, NULL);
  first++;
  pthread_join (R == 1 ? a : b, NULL);
#endif
  printf ("%d %d\n", first, second);
  return 0;
}
