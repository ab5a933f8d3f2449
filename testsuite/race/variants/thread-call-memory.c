/* Several threads call a function that allocates an element for each of its own threads, creates them, joins them and
   frees the elements: each call has memory of its own, and its threads end with it.
   RACY 1 'w->sum': an element is read before the threads are joined
   RACY 2 'w->of': the elements are freed before that
   RACY 3 'w->sum': all calls have the same elements
   RACY 4 'w->of': the first thread is not joined
   RACY 5 'w->sum': they are joined only sometimes
   RACY 6 'last->sum': the threads of another call know the elements
   RACY 7 'w->sum': the threads of a call get what the one before has made
   RACY 8 'w->sum': the memory comes from who calls, and is not new for each call
   RACY 9 'w->sum': a thread uses the element of the first one
   RACY 10 'w->sum': a function that the threads call has created one more, which is left
   RACY 11 'w->sum': the allocator keeps what it has made
   RACY 12 'w->sum': it takes memory out of a list, where a call puts it back before its threads have ended */
#include "common.h"
#include <signal.h>
struct worker;
struct all { int n; struct worker *w; };
struct worker { struct all *of; long sum; struct worker *next; };
static struct worker *kept, *last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *make (int n)
{
#if R == 11
  pthread_mutex_lock (&m);
  if (!kept)
    kept = calloc (64, sizeof *kept);
  struct worker *w = kept;
  pthread_mutex_unlock (&m);
#elif R == 12
  pthread_mutex_lock (&m);
  struct worker *w = kept;
  if (w)
    kept = w->next;
  pthread_mutex_unlock (&m);
  if (!w)
    w = calloc (64, sizeof *w);
#else
  struct worker *w = calloc (n, sizeof *w);
#endif
  if (!w)
    abort ();
  return w;
}
#if R == 10
static void *late (void *p)
{
  struct worker *w = p;
  usleep (1000);
  w->sum++;
  return NULL;
}
#endif
static void *work (void *p)
{
  struct worker *w = p;
#if R == 9
  w = w->of->w;
#endif
  for (int i = 0; i < w->of->n; i++)
    w->sum += i;
#if R == 6
  pthread_mutex_lock (&m);
  if (last)
    last->sum++;
  pthread_mutex_unlock (&m);
#endif
#if R == 10
  pthread_t t;
  spawn (&t, late, w);
#endif
  return NULL;
}
static void *each (int n, void *given)
{
  struct all t;
  pthread_t *tid;
  long sum = 0;
  if (n < 2)
    return NULL;
  t.n = n;
#if R == 3
  pthread_mutex_lock (&m);
  if (!kept)
    kept = calloc (64, sizeof *kept);
  t.w = kept;
  pthread_mutex_unlock (&m);
#elif R == 8
  t.w = given;
#else
  t.w = make (n);
#endif
  struct worker *mine = t.w;
#if R == 7
  if (given)
    t.w = given;
#endif
#if R == 6
  pthread_mutex_lock (&m);
  last = t.w;
  pthread_mutex_unlock (&m);
#endif
  tid = calloc (n, sizeof *tid);
  for (int i = 0; i < n; i++)
    t.w[i].of = &t;
  for (int i = 0; i < n; i++)
    spawn (&tid[i], work, &t.w[i]);
#if R == 1
  sum += t.w[1].sum;
#endif
#if R == 2
  free (t.w);
#endif
#if R == 12
  pthread_mutex_lock (&m);
  t.w->next = kept;
  kept = t.w;
  pthread_mutex_unlock (&m);
#endif
#if R == 5
  if (n & 1)
#endif
  for (int i = R == 4; i < n; i++)
    pthread_join (tid[i], NULL);
  for (int i = 0; R != 2 && i < n; i++)
    sum += t.w[i].sum;
  free (tid);
#if R == 7
  return mine;
#elif R != 2 && R != 3 && R != 8 && R != 11 && R != 12
  free (t.w);
#endif
  return NULL;
}
static void *outer (void *p)
{
  void *before = NULL;
#if R == 8
  before = p;
#endif
  for (int i = 0; i < 10; i++) {
#if R == 7
    pthread_mutex_lock (&m);
    before = kept;
    pthread_mutex_unlock (&m);
    before = each (4, before);
    pthread_mutex_lock (&m);
    kept = before;
    pthread_mutex_unlock (&m);
#else
    each (3 + (i & 1), before);
#endif
  }
  return NULL;
}
static void nothing (int number)
{
}
int main (void)
{
  pthread_t t[3];
  void *memory = NULL;
  signal (SIGUSR1, nothing);
#if R == 8
  memory = calloc (64, sizeof (struct worker));
#endif
  for (int i = 0; i < 3; i++)
    spawn (&t[i], outer, memory);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
