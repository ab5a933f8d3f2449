/* Tables that begin with addresses: of locks and what they protect, and of functions that return a lock.
   RACY 1 'y': an entry with another lock
   RACY 2 'x': the function returns another lock
   RACY 3 'x': an entry of the table is exchanged while threads run
   RACY 4 'y': the lock of one entry, what belongs to another
   RACY 5 'x': the address is that of the next lock */
#include "common.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t both[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x, y, z;
static pthread_mutex_t *lock_of_x (void) { return &a; }
static pthread_mutex_t *lock_of_y (void) { return R == 1 ? &a : &b; }
static pthread_mutex_t *lock_of_z (void) { return R == 2 ? &b : &a; }
struct entry {
  pthread_mutex_t *(*lock) (void);
  int *data;
};
static struct entry table[] = {{lock_of_x, &x}, {lock_of_y, &y}, {lock_of_z, &x}};
struct pair {
  pthread_mutex_t *lock;
  int *data;
};
static struct pair first = {&a, &x}, second = {&b, &y};
static struct pair third = {&both[0], &z}, fourth = {R == 5 ? &b : &a, &x};
static int chosen (void) { return getchar () == 0; }
static void *by_function (void *unused)
{
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    pthread_mutex_t *m = table[i].lock ();
    pthread_mutex_lock (m);
    ++*table[i].data;
    pthread_mutex_unlock (m);
  }
  return unused;
}
static void *by_pair (void *unused)
{
  struct pair *p = chosen () ? &first : &second, *q = R == 4 && chosen () ? &second : p;
  pthread_mutex_lock (p->lock);
  ++*q->data;
  pthread_mutex_unlock (p->lock);
  p = chosen () ? &third : &fourth;
  pthread_mutex_lock (p->lock);
  ++*p->data;
  pthread_mutex_unlock (p->lock);
#if R == 3
  first.lock = &b;
#endif
  return unused;
}
int main (void)
{
  pthread_t t[4];
  spawn (&t[0], by_function, NULL);
  spawn (&t[1], by_function, NULL);
  spawn (&t[2], by_pair, NULL);
  spawn (&t[3], by_pair, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return x + y + z;
}
