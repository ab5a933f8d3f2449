/* Threads that each sort, and search, what is theirs, with functions that the library calls back.
   WITHOUT schedule: it would do without
   RACY 1 'data': all of it is sorted
   RACY 2 'data[]': searched in all of it
   RACY 3 'calls': the function that compares counts
   RACY 4 'order': it reads what others write
   RACY 5 'w->own[i]': the same memory for two threads
   RACY 6 'data[]': a key that another thread has */
#include "common.h"
enum { N = 4, PART = 100 };
struct worker { pthread_t t; int number; int *own; };
static int data[N * PART];
static int calls, order;

static int less (int a, int b) { return a < b ? -1 : a > b; }

static int compare (const void *a, const void *b)
{
#if R == 3
  calls++;
#endif
#if R == 4
  if (order)
    return less (*(const int *)b, *(const int *)a);
#endif
  return less (*(const int *)a, *(const int *)b);
}

static void *work (void *a)
{
  struct worker *w = a;
  for (int i = 0; i < 10; i++)
    w->own[i] = 10 - i;
  qsort (w->own, 10, sizeof *w->own, compare);
  int *found = bsearch (w->own + 1, w->own, 10, sizeof *w->own, compare);
  if (found)
    puts ("found");
#if R == 1
  qsort (data, N * PART, sizeof *data, compare);
#endif
#if R == 2
  data[w->number] = 1;
  found = bsearch (w->own, data, N * PART, sizeof *data, compare);
#endif
#if R == 4
  order = 1;
#endif
#if R == 6
  data[w->number] = 1;
  found = bsearch (&data[1], w->own, 10, sizeof *data, compare);
#endif
  return NULL;
}

int main (void)
{
  static struct worker w[N];
  int *one = calloc (10, sizeof *one);
  for (int i = 0; i < N; i++) {
    w[i].number = i;
    w[i].own = R == 5 ? one : calloc (10, sizeof *w[i].own);
    pthread_create (&w[i].t, NULL, work, &w[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (w[i].t, NULL);
  return calls + order + data[0];
}
