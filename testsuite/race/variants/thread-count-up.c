/* Threads that are counted up in an allocated object as they are created; joins go to that number.
   RACY 1 'sum': one less is joined
   RACY 2 'sum': counted up on failure only
   RACY 3 'sum': somebody else sets the number in between
   RACY 4 'sum': two starts, one stop
   RACY 5 'array': another array in between
   RACY 6 'sum': counted down somewhere
   RACY 7 'sum': the number is set to 0 in the loop
   RACY 8 'sum': the first is not joined
   RACY 9 'sum': the number was looked up before
   RACY 10 'sum': a thread stops the others, too early
   RACY 11 'sum': counted up before the creation, and down again for each second one
   RACY 12 'sum': only each second one is counted
   RACY 13 'sum': another way out of the loop
   RACY 14 'sum': set to 0 behind the loop
   RACY 15 'sum': stopped by a function that the loop calls, too
   RACY 16 'sum': starts as -1
   RACY 17 'sum': nobody stops them
   RACY 18 'sum': a function that is called behind jumps over some joins
   RACY 19 'sum': as many as a narrow field holds
   RACY 20 'sum': counted twice
   WITHOUT schedule: which would try out all orders */
#include "common.h"
#include <string.h>
struct pool {
  pthread_t *t;
#if R == 19
  unsigned char n;
  int cap;
#else
  int n, cap;
#endif
  pthread_mutex_t m;
};
static long sum;
#if R == 5
#define sum array
static long sum;
#endif
static int odd;
static void pool_stop (struct pool *p);
static void *work (void *a)
{
  struct pool *p = a;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock (&p->m);
    sum++;
    pthread_mutex_unlock (&p->m);
  }
  return 0;
}
static void *stopper (void *a)
{
  pool_stop (a);
  return 0;
}
static void note (struct pool *p)
{
#if R == 15
  pool_stop (p);
#endif
}
static int pool_start (struct pool *p, int n)
{
  p->t = malloc (n * sizeof *p->t);
  if (!p->t)
    return -1;
  p->cap = n;
  p->n = 0;
#if R == 16
  p->n = -1;
#endif
  for (int i = 0; i < n; i++) {
#if R == 7
    p->n = 0;
#endif
#if R == 11
    p->n++;
#endif
    if (pthread_create (&p->t[i], NULL, work, p) != 0) {
#if R == 2
      p->n++;
#endif
      perror ("pthread_create");
      break;
    }
#if R == 11
    if (i & 1)
      p->n--;
#elif R == 12
    if (i & 1)
      p->n++;
#elif R == 13
    if (odd)
      return -1;
    p->n++;
#elif R == 15
    note (p);
    p->n++;
#elif R == 20
    p->n++;
    p->n++;
#elif R != 2
    p->n++;
#endif
  }
#if R == 14
  p->n = 0;
#endif
  return p->n == n ? 0 : -1;
}
static void pool_stop (struct pool *p)
{
#if R == 1
  for (int i = 0; i < p->n - 1; i++)
#elif R == 8
  for (int i = 1; i < p->n; i++)
#else
  for (int i = 0; i < p->n; i++)
#endif
    pthread_join (p->t[i], NULL);
  p->n = 0;
}
int main (int argc, char **argv)
{
  odd = argc > 3;
  struct pool *p = malloc (sizeof *p);
  pthread_mutex_init (&p->m, NULL);
#if R == 9
  p->n = 0;
  int k = p->n;
#endif
  pool_start (p, argc + 1);
#if R == 3
  p->n = argc;
#elif R == 4
  pool_start (p, argc + 1);
#elif R == 5
  p->t = calloc (p->n, sizeof *p->t);
#elif R == 6
  if (argc > 2)
    p->n--;
#elif R == 10
  pthread_t t;
  pthread_create (&t, NULL, stopper, p);
#endif
#if R == 9
  for (int i = 0; i < k; i++)
    pthread_join (p->t[i], NULL);
#elif R == 18
  if (argc < 3)
    pool_stop (p);
#elif R != 10 && R != 17
  pool_stop (p);
#endif
  sum++;
  printf ("%ld\n", sum);
  free (p->t);
  free (p);
  return 0;
}
