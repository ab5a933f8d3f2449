/* A log whose functions allocate, and an allocator that logs what it does: they call each other, and each takes locks of
   its own.  None of them gives up the lock that its caller holds.
   RACY 1 'count': where there is no memory, the lock of the list is released
   RACY 2 'count': the lock that is released there is an argument
   RACY 3 'count': what is released is not what was locked
   RACY 4 'count': who releases it is called through a pointer
   RACY 5 'count': the lock may not have been got by who releases it
   RACY 6 'count': it is released, and the call left by a jump
   RACY 7 'count': it is released two calls further on, where nothing else is locked
   RACY 8 'lines': the lock of the log is released before it is all written
   RACY 9 'count': waiting for a condition releases it, and it is not the mutex that comes back
   RACY 10 'count': a function outside of the recursion releases it, which one inside calls */
#define _GNU_SOURCE
#include "common.h"
#include <setjmp.h>
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, out = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t memory = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int count, lines, blocks;
static __thread jmp_buf back;

static void *get (int n, pthread_mutex_t *held);
static void put (void *p, int n);
static void let_go (pthread_mutex_t *m) { pthread_mutex_unlock (m); }
static void nothing (pthread_mutex_t *m) { (void)m; }
static void (*volatile hook) (pthread_mutex_t *) = nothing;

static void trace (const char *what, int n)
{
  if (n > 100) {
    char *t = get (n / 2, &list);
    put (t, n / 2);
  }
#if R == 7
  else if (n == 99)
    pthread_mutex_unlock (&list);
#endif
}

static void say (const char *what, int n)
{
  char *text = get (n, &list);
  if (text)
    snprintf (text, 20, "%s: %d", what, n);
  pthread_mutex_lock (&out);
  lines++;
#if R == 8
  pthread_mutex_unlock (&out);
#endif
  puts (text ? text : what);
  trace (what, n);
  lines++;
#if R != 8
  pthread_mutex_unlock (&out);
#endif
  put (text, n);
}

static void *get (int n, pthread_mutex_t *held)
{
  char *p = n < 1000 ? malloc (n + 20) : NULL;
  if (!p && n) {
#if R == 1
    pthread_mutex_unlock (&list);
#elif R == 2
    pthread_mutex_unlock (held);
#elif R == 3
    pthread_mutex_lock (&memory);
    blocks--;
    pthread_mutex_unlock (&list);
#elif R == 4
    hook (held);
#elif R == 5
    pthread_mutex_trylock (&list);
    pthread_mutex_unlock (&list);
#elif R == 6
    pthread_mutex_unlock (&list);
    longjmp (back, 1);
#elif R == 9
    pthread_cond_wait (&more, &list);
    pthread_mutex_unlock (&list);
    pthread_mutex_lock (&memory);
    pthread_mutex_unlock (&memory);
#elif R == 10
    let_go (held);
#endif
    say ("no memory", 0);
    return NULL;
  }
  pthread_mutex_lock (&memory);
  blocks++;
  pthread_mutex_unlock (&memory);
  return p;
}

static void put (void *p, int n)
{
  pthread_mutex_lock (&memory);
  blocks--;
  if (blocks < 0 && n) {
    pthread_mutex_unlock (&memory);
    say ("freed twice", n - 1);
    pthread_mutex_lock (&memory);
  }
  pthread_mutex_unlock (&memory);
  free (p);
}

static void *worker (void *arg)
{
  int n = atoi (arg);
#if R == 4
  hook = let_go;
#endif
  pthread_mutex_lock (&list);
  count++;
  if (!setjmp (back))
    say ("counted", n);
  count++;
  pthread_mutex_unlock (&list);
  if (!setjmp (back))
    say ("done", n);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, argv[1]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return argc + count + lines + blocks;
}
