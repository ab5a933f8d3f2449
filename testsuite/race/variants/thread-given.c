/* Threads with lists of their own, which they replace, although all have a pool in common that leads
   to them, and to one of the lists.
   RACY 1 'w->list[w->n]': one list for all
   RACY 2 'w->list[w->n]': the list of the first one, from the pool
   RACY 3 'w->list[w->n]': of the neighbour
   RACY 4 '*w->pool->kept': the list that was kept is used
   RACY 5 '*w->pool->workers->list': that of another worker is used
   RACY 6 'w->list[w->n]': a new list goes to two workers
   RACY 7 'w->list[w->n]': an element is copied
   RACY 8 'w->list[w->n]': a function gives what it gets, twice
   RACY 9 'w->list[w->n]': by way of a variable
   RACY 10 'w->list[w->n]': a spare list, which others know
   RACY 11 'w->list[w->n]': all elements are moved
   RACY 12 'w->list[w->n]': the lists are exchanged
   RACY 13 'w->list[w->n]': main does not wait
   RACY 14 '*w->list': the neighbour's list grows, and is taken over
   RACY 15 'w->list[w->n]': the first threads have the same number
   RACY 16 'w->list[w->n]': a function gives what it returns, too
   RACY 17 'w->list[w->n]': the bytes of a pointer are copied
   RACY 18 'w->list[w->n]': it is stored as a number
   RACY 19 'w->list[w->n]': a function that makes one list only
   RACY 20 'w->list[w->n]': in a struct by value
   RACY 21 'w->list[w->n]': the lists are exchanged atomically */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifndef R
#define R 0
#endif

enum { N = 4, MOST = 64 };

struct pool {
  struct worker *workers;
  int *kept, *spare, most;
};

struct worker {
  pthread_t handle;
  struct pool *pool;
  int number, n;
  int *list, *other;
};

static void give (struct worker *w, int *list)
{
  w->list = list;
}

static int *make (struct worker *w)
{
  int *list = malloc (MOST * sizeof (int));
  w->list = list;
  return list;
}

static int *cached (void)
{
  static int *list;
  if (!list)
    list = malloc (MOST * sizeof (int));
  return list;
}

struct slot {
  int *list;
};

static void fill (struct worker *w, struct slot s)
{
  w->list = s.list;
}

static void *work (void *data)
{
  struct worker *w = data;
  for (int i = 0; i < w->pool->most; i++) {
    w->list[w->n] = w->pool->workers != w;
    if (++w->n == MOST / 2) {
      int *more = malloc (MOST * sizeof (int));
      memcpy (more, w->list, MOST / 2 * sizeof (int));
#if R != 14
      free (w->list);
#endif
      w->list = more;
#if R == 6
      w->pool->workers[0].list = more;
#elif R == 10
      if (w->pool->spare)
        w->list = w->pool->spare;
      w->pool->spare = more;
#elif R == 21
      w->list = __atomic_exchange_n (&w->pool->workers->list, more, __ATOMIC_ACQ_REL);
#elif R == 14
      w->list = realloc (w->pool->workers[0].list, MOST * sizeof (int));
#endif
    }
  }
#if R == 2
  w->list = w->pool->kept;
  w->list[w->n] = 1;
#elif R == 3
  w->list = w->pool->workers[(w->number + 1) % N].list;
  w->list[w->n] = 1;
#elif R == 4
  w->pool->kept[0]++;
#elif R == 5
  w->pool->workers->list[0]++;
#elif R == 12
  struct worker *v = &w->pool->workers[0];
  int *list = v->list;
  v->list = w->list;
  w->list = list;
  w->list[w->n] = 1;
#endif
  return NULL;
}

int main (void)
{
  struct pool *pool = calloc (1, sizeof *pool);
  struct worker *workers = calloc (2 * N, sizeof *workers);
  int sum = 0;
  pool->workers = workers;
  pool->most = MOST;
#if R == 1 || R == 17 || R == 18 || R == 20
  int *all = malloc (MOST * sizeof (int));
#elif R == 8
  int *two = malloc (MOST * sizeof (int));
#elif R == 9
  struct worker first = {0};
  first.list = malloc (MOST * sizeof (int));
#endif
  for (int i = 0; i < N; i++) {
    struct worker *w = &workers[i];
    w->pool = pool;
    w->number = i;
    w->list = malloc (MOST * sizeof (int));
#if R == 1
    w->list = all;
#elif R == 7
    if (i)
      *w = workers[0];
#elif R == 8
    if (i < 2)
      give (w, two);
#elif R == 9
    w->list = first.list;
#elif R == 17
    memcpy (&w->list, &all, sizeof all);
#elif R == 18
    *(long *)&w->list = (long)all;
#elif R == 19
    w->list = cached ();
#elif R == 20
    fill (w, (struct slot){all});
#elif R == 16
    if (i)
      w->list = make (&workers[i - 1]);
#elif R == 11
    memcpy (&workers[N], workers, N * sizeof *workers);
    memcpy (&workers[1], &workers[N], sizeof *workers);
#endif
    w->list[0] = 1;
#if R == 2 || R == 4
    if (!i)
      pool->kept = w->list;
#endif
    if (pthread_create (&w->handle, NULL, work, R == 15 ? &workers[i / 2] : w))
      exit (1);
  }
  for (int i = 0; i < N; i++) {
#if R != 13
    pthread_join (workers[i].handle, NULL);
#endif
    sum += workers[i].list[0];
  }
  pool->kept = workers[0].list;
  if (R == 8)
    give (&workers[0], NULL);
  return sum;
}
