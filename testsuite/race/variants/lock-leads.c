/* Pointers to locks of an array, in a table that is filled before there are threads.
   RACY 1 'count': another element of the table
   RACY 2 'count': another lock is stored in the same element, later
   RACY 3 'count': ... through a pointer
   RACY 4 'count': ... in an element that is computed
   RACY 5 'count': ... that it begins with
   RACY 6 'count': ... by memcpy
   RACY 7 'count': ... by an atomic exchange
   RACY 8 'count': ... in one of two elements from which is chosen
   RACY 9 'count': a function has released it in between, by the same element
   RACY 10 'count': ... by another element that holds the same
   RACY 11 'count': it is the address of a variable of the thread
   RACY 12 'count': what is stored is in an array, and computed */
#include "common.h"
static pthread_mutex_t locks[4], alone;
#if R == 5
static pthread_mutex_t *views[2] = {0, &locks[3]};
#else
static pthread_mutex_t *views[2];
#endif
static pthread_mutex_t *table[2];
static int count;
static unsigned zero, one = 1;

static void fill (void)
{
  table[0] = &locks[0];
#if R != 5
  views[1] = &locks[2];
#endif
#if R == 12
  views[1] = &locks[2 + zero];
#endif
  views[0] = &locks[2];
  table[1] = R == 10 ? &locks[2] : &alone;
}
static void change (void)
{
#if R == 2
  views[1] = &locks[0];
#elif R == 5
  views[1] = &locks[2];
#elif R == 3
  pthread_mutex_t **p = views;
  p++;
  *p = &locks[0];
#elif R == 4
  views[one] = &locks[0];
#elif R == 6
  memcpy (&views[1], &table[1], sizeof *views);
#elif R == 7
  __atomic_exchange_n (&views[1], &locks[0], __ATOMIC_SEQ_CST);
#elif R == 12
  zero = 1;
  fill ();
#endif
}
static void note (void)
{
#if R == 9
  pthread_mutex_unlock (views[one % 2]);
  count++;
  pthread_mutex_lock (views[one % 2]);
#elif R == 10
  pthread_mutex_unlock (table[1]);
  count++;
  pthread_mutex_lock (table[1]);
#else
  pthread_mutex_lock (table[0]);
  pthread_mutex_unlock (table[0]);
#endif
}
static void *run (void *a)
{
#if R == 8
  pthread_mutex_t *m = table[one & 1];
#elif R == 11
  pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, *m = &mine;
#else
  pthread_mutex_t *m = views[(uintptr_t)a & 1];
#endif
  for (int i = getpid (); i; i--) {
    pthread_mutex_lock (m);
    note ();
    count++;
    pthread_mutex_unlock (m);
  }
  return NULL;
}
int main (void)
{
  pthread_t t, u[12];
  for (int i = 0; i < 4; i++)
    pthread_mutex_init (&locks[i], NULL);
  pthread_mutex_init (&alone, NULL);
  fill ();

  spawn (&t, run, NULL);
  change ();
  for (int i = 0; i < 12; i++)
    spawn (&u[i], run, (void *)(uintptr_t)i);
#if R == 8
  one = 2;
#endif
#if R == 1
  pthread_mutex_lock (table[0]);
  count++;
  pthread_mutex_unlock (table[0]);
#else
  pthread_mutex_lock (&locks[2]);
  count++;
  pthread_mutex_unlock (&locks[2]);
#endif
  pthread_join (t, NULL);
  for (int i = 0; i < 12; i++)
    pthread_join (u[i], NULL);
  return count;
}
