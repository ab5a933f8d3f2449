/* A table of many functions that each get the number of the thread, and a lock.
   WITHOUT schedule: it is meant to be shown by what the functions get
   RACY 1 'slots[].a': half of the number
   RACY 2 'slots[].b': the slot of the next thread
   RACY 3 'slots[].c': the number of the round instead of that of the thread
   RACY 4 'total': another lock is given
   RACY 5 'total': one of the functions takes no lock */
#include "common.h"
struct slot { int a, b, c, d, e, f, g, h, i, j; };
static struct slot slots[4];
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
typedef void duty (int id, pthread_mutex_t *lock);
static void a (int id, pthread_mutex_t *lock) { slots[R == 1 ? id / 2 : id].a++; }
static void b (int id, pthread_mutex_t *lock) { slots[R == 2 ? id + 1 : id].b++; slots[id].b++; }
static void c (int id, pthread_mutex_t *lock) { slots[id].c++; }
static void d (int id, pthread_mutex_t *lock) { struct slot *s = &slots[id]; s->d++; }
static void e (int id, pthread_mutex_t *lock) { slots[id].e++; }
static void f (int id, pthread_mutex_t *lock) { slots[id + 1].f++; }
static void g (int id, pthread_mutex_t *lock) { slots[id].g++; }
static void h (int id, pthread_mutex_t *lock) { slots[id].h++; }
static void i (int id, pthread_mutex_t *lock) { slots[id].i++; }
static void j (int id, pthread_mutex_t *lock) { slots[id].j++; }
static void add (int id, pthread_mutex_t *lock)
{
  pthread_mutex_lock (lock);
  total++;
  pthread_mutex_unlock (lock);
}
static void take (int id, pthread_mutex_t *lock)
{
  if (R != 5)
    pthread_mutex_lock (lock);
  total--;
  if (R != 5)
    pthread_mutex_unlock (lock);
}
static duty *const duties[] = {a, b, c, d, e, f, g, h, i, j, add, take};
static void work (int id, pthread_mutex_t *lock)
{
  for (int k = 0; k < 12; k++)
    duties[k] (R == 3 ? k % 3 : id, lock);
}
static void *first (void *argument)
{
  work ((int)(intptr_t)argument, &m);
  return NULL;
}
static void *second (void *argument)
{
  work ((int)(intptr_t)argument, R == 4 ? &n : &m);
  return NULL;
}
int main (void)
{
  pthread_t t, u, v;
  spawn (&t, first, NULL);
  spawn (&u, second, (void *)1);
  spawn (&v, second, (void *)2);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  return total + slots[0].a;
}
