/* Locks that are allocated, and found by pointers in variables that are set once.
   RACY 1 'x': two different elements of the table
   RACY 2 'x': a thread stores another lock
   RACY 3 'x': the table is filled once more while threads run
   RACY 4 'y': all elements have one lock, which a callee releases meanwhile
   RACY 5 'z': the pointer is set twice
   RACY 6 'x': a callee releases an element that nobody knows
   RACY 7 'z': a callee of a callee releases what another variable holds
   RACY 8 'z': ... or one of the locks that the variable may hold */
#include "common.h"
enum { FIRST, SECOND, N };
static pthread_mutex_t *locks[N], *chosen, *again, one = PTHREAD_MUTEX_INITIALIZER,
                                                   two = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void init (void)
{
#if R == 4
  pthread_mutex_t *m = malloc (sizeof *m);
#endif
  for (int i = 0; i < N; i++) {
#if R == 4
    locks[i] = m;
#else
    locks[i] = malloc (sizeof *locks[i]);
#endif
    pthread_mutex_init (locks[i], NULL);
  }
}

static void note (int i)
{
#if R == 4
  pthread_mutex_unlock (locks[FIRST]);
  y++;
  pthread_mutex_lock (locks[FIRST]);
#else
  pthread_mutex_lock (locks[FIRST]);
  y++;
  pthread_mutex_unlock (locks[R == 6 ? i : FIRST]);
#endif
}

static void count (void)
{
  z++;
}

static void released (pthread_mutex_t *m)
{
  pthread_mutex_unlock (m);
  count ();
  pthread_mutex_lock (m);
}

static void *worker (void *a)
{
  pthread_mutex_lock (locks[SECOND]);
  note (*(int *)a);
  x++;
  pthread_mutex_unlock (locks[SECOND]);
  pthread_mutex_lock (chosen);
#if R == 7
  released (again);
#elif R == 8
  released (&one);
#else
  count ();
#endif
  pthread_mutex_unlock (chosen);
  return NULL;
}

static void *other (void *a)
{
#if R == 2
  locks[SECOND] = a;
#endif
  pthread_mutex_lock (locks[R == 1 ? FIRST : SECOND]);
  x++;
  pthread_mutex_unlock (locks[R == 1 ? FIRST : SECOND]);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t;
  init ();
  chosen = argc > 1 ? &one : &two;
  again = chosen;
  for (int i = 0; i < argc; i++) {
    spawn (&t, worker, &argc);
    spawn (&t, other, &one);
  }
#if R == 3
  init ();
#elif R == 5
  chosen = &two;
#endif
  pthread_exit (NULL);
}
