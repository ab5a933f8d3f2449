/* A function posts more semaphores than are told apart where functions call each other.
   RACY 1 'x': the counter is used behind that
   RACY 2 'x': ... and in what is called behind it */
#include "common.h"
#include <semaphore.h>
#define TEN(f, t) f (t##0) f (t##1) f (t##2) f (t##3) f (t##4) f (t##5) f (t##6) f (t##7) f (t##8) f (t##9)
#define ALL(f) TEN (f, a) TEN (f, b) TEN (f, c) TEN (f, d)
#define DECLARE(s) static sem_t s;
#define START(s) sem_init (&s, 0, 0);
#define POST(s) sem_post (&s);
#define WAIT(s) sem_wait (&s);
ALL (DECLARE)
static int x;
static int walk (int n);
static int post (int n)
{
  if (n > 100)
    return walk (n - 1);
  ALL (POST)
  return 0;
}
static int walk (int n)
{
  return n > 3 ? post (n - 1) + 1 : 0;
}
static void use (void) { x++; }
static void *worker (void *a)
{
#if R == 0
  x++;
#endif
  walk (7);
#if R == 1
  x++;
#elif R == 2
  use ();
#endif
  return a;
}
int main (void)
{
  pthread_t t;
  ALL (START)
  spawn (&t, worker, NULL);
#if R == 0
  pthread_join (t, NULL);
#endif
  ALL (WAIT)
  use ();
#if R
  pthread_join (t, NULL);
#endif
  return x;
}
