/* Locks that are taken through variable arguments: all of them in a loop, one that comes with the data, and by a
   function that gets the list.
   RACY 1 'x': not all of them
   RACY 2 'y': another lock comes with the data
   RACY 3 'z': the list is read too far before */
#include "common.h"
#include <stdarg.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;
static void lock_all (int n, ...)
{
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    pthread_mutex_lock (va_arg (list, pthread_mutex_t *));
  va_end (list);
}
static void unlock_all (int n, ...)
{
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    pthread_mutex_unlock (va_arg (list, pthread_mutex_t *));
  va_end (list);
}
static void add (int n, ...)
{
  va_list list;
  va_start (list, n);
  pthread_mutex_t *lock = va_arg (list, pthread_mutex_t *);
  int *to = va_arg (list, int *);
  va_end (list);
  pthread_mutex_lock (lock);
  *to += n;
  pthread_mutex_unlock (lock);
}
static void vset (int n, va_list list)
{
#if R == 3
  va_arg (list, pthread_mutex_t *);
#endif
  pthread_mutex_t *lock = va_arg (list, pthread_mutex_t *);
  pthread_mutex_lock (lock);
  z = n;
  pthread_mutex_unlock (lock);
}
static void set (int n, ...)
{
  va_list list;
  va_start (list, n);
  vset (n, list);
  va_end (list);
}
static void *first (void *unused)
{
  lock_all (2, &a, &b);
  x++;
  unlock_all (2, &a, &b);
  add (2, &a, &y);
  set (4, &a, &b);
  return unused;
}
static void *second (void *unused)
{
  lock_all (1, R == 1 ? &b : &a);
  x++;
  unlock_all (1, R == 1 ? &b : &a);
  if (R == 1)
    x--;
  add (3, R == 2 ? &b : &a, &y);
  pthread_mutex_lock (&a);
  z++;
  pthread_mutex_unlock (&a);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  spawn (&t[0], first, NULL);
  spawn (&t[1], second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return x + y + z;
}
