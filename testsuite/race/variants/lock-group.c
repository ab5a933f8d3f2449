/* Locks of all kinds in a table that nobody sees: who unlocks a rwlock that nobody can tell has unlocked no mutex.
   RACY 1 'count': a mutex is unlocked, which may be the one that is held
   RACY 2 'count': so it is by one function of two
   RACY 3 'count': it is held as a rwlock, and unlocked as one
   RACY 4 'count': a function that calls itself unlocks a mutex */
#include "common.h"
struct tree {
  pthread_rwlock_t lock;
  int nodes;
};
static struct {
  pthread_mutex_t lock;
  char room[64]; /* a rwlock is larger than a mutex */
} m = {PTHREAD_MUTEX_INITIALIZER, ""};
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
extern void keep (int i, void *p);
extern void *get (int i);
static int count;
static volatile int at, other = 1;
static int (*unlocks[]) (void *) = {(int (*) (void *))pthread_rwlock_unlock, (int (*) (void *))pthread_mutex_unlock};
#if R == 4
static void unlock_below (int n)
{
  if (n)
    unlock_below (n - 1);
  else
    pthread_mutex_unlock (get (other));
}
#endif
static void visit (void)
{
  struct tree *t = get (at);
  pthread_rwlock_rdlock (&t->lock);
  if (t->nodes < 0)
    abort ();
#if R == 1
  pthread_mutex_unlock (get (other));
#elif R == 2
  unlocks[at & 1](get (other));
#elif R == 3
  pthread_rwlock_unlock (get (other));
#elif R == 4
  unlock_below (2);
#else
  pthread_rwlock_unlock (get (at));
#endif
}
static void *work (void *a)
{
  for (int i = 0; i < 9; i++) {
#if R == 3
    pthread_rwlock_wrlock (&w);
#else
    pthread_mutex_lock (&m.lock);
#endif
    visit ();
    count++;
#if R == 3
    pthread_rwlock_unlock (&w);
#else
    pthread_mutex_unlock (&m.lock);
#endif
  }
  return a;
}
int main (int argc, char **argv)
{
  pthread_t t;
  if (argc > 5)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
  for (int i = 0; i < 4; i += 2) {
    struct tree *tree = calloc (1, sizeof *tree);
    if (!tree)
      abort ();
    pthread_rwlock_init (&tree->lock, 0);
    keep (i, tree);
  }
  keep (1, &m.lock);
  keep (3, &w);
  spawn (&t, work, argv);
  work (unlocks);
  pthread_join (t, 0);
  return count;
}
