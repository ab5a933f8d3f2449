/* What is done when an exception was caught.
   RACY 1 'x': without the lock, which the destructor has released
   RACY 2 'x': the handler releases the lock before
   RACY 3 'x': behind the handler, which releases the lock
   RACY 4 'x': a destructor that runs on the way to the handler
   RACY 5 'x': thrown again, and caught outside
   RACY 6 'y': what the exception leads to
   RACY 7 'x': thrown by the library */
#include <pthread.h>
#include <stdexcept>
#include <vector>
#ifndef R
#define R 0
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static std::vector<int> numbers (3);
struct failure { int *to; };
struct guard {
  guard () { pthread_mutex_lock (&m); }
  ~guard () { pthread_mutex_unlock (&m); }
};
struct counter {
  ~counter ()
  {
#if R == 4
    x++;
#endif
  }
};

static void check (long n)
{
  if (n > 3)
    throw failure {&y};
}

static void guarded (long n)
{
  guard g;
  check (n);
  x++;
}

static void outer (long n)
{
  try {
    counter c;
    check (n);
  } catch (failure &) {
    throw;
  }
}

static void *work (void *a)
{
  long n = (long)a;
  try {
    guarded (n);
  } catch (failure &) {
#if R == 1
    x++;
#else
    guard g;
    x++;
#endif
  }
  pthread_mutex_lock (&m);
  try {
    check (n);
  } catch (failure &e) {
#if R == 2
    pthread_mutex_unlock (&m);
    x++;
    pthread_mutex_lock (&m);
#elif R == 3
    pthread_mutex_unlock (&m);
#endif
    (void)e;
  }
#if R == 3
  x++;
#endif
  pthread_mutex_unlock (&m);
  try {
    outer (n);
  } catch (failure &e) {
#if R == 5
    x++;
#elif R == 6
    ++*e.to;
#else
    guard g;
    ++*e.to;
#endif
  }
  try {
    return (void *)(long)numbers.at (n);
  } catch (std::out_of_range &) {
#if R == 7
    x++;
#endif
  }
  return nullptr;
}

int main (int argc, char **argv)
{
  pthread_t t[2];
  pthread_create (&t[0], nullptr, work, (void *)(long)argc);
  pthread_create (&t[1], nullptr, work, (void *)(long)argc);
  pthread_join (t[0], nullptr);
  pthread_join (t[1], nullptr);
  return 0;
}
