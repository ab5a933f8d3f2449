/* Functions with a parameter that says whether their caller holds the lock: directly, in recursion, and in two
   functions that call each other.
   RACY 1 'total': a caller that does not hold it says that it does
   RACY 2 'sum': a call of itself says so behind the release
   RACY 3 'count': the other function passes on that it is not held, and does not take it */
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, sum, count;
static void add (int n, int need)
{
  if (need)
    pthread_mutex_lock (&m);
  total += n;
  if (need)
    pthread_mutex_unlock (&m);
}
static void walk (int n, int locked)
{
  if (!locked)
    pthread_mutex_lock (&m);
  sum += n;
  if (R != 2 && n > 0)
    walk (n - 1, 1);
  if (!locked)
    pthread_mutex_unlock (&m);
  if (R == 2 && n > 0)
    walk (n - 1, 1);
}
static void odd (int n, int held);
static void even (int n, int held)
{
  int taken = 0;
  if (!held) {
    if (R != 3)
      pthread_mutex_lock (&m);
    taken = R != 3;
  }
  count++;
  if (n)
    odd (n - 1, R == 3 ? held : 1);
  if (taken)
    pthread_mutex_unlock (&m);
}
static void odd (int n, int held)
{
  if (held)
    count--;
  else
    even (n, 0);
}
static void *run (void *unused)
{
  add (1, R != 1);
  pthread_mutex_lock (&m);
  add (2, 0);
  pthread_mutex_unlock (&m);
  walk (4, 0);
  even (3, 0);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return total + sum + count;
}
