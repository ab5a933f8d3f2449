/* The number of threads is stored in an object when they have been created: as far as that went.
   RACY 1 'sum': one less
   RACY 2 'sum': only if all have been created
   RACY 3 'sum': joined before it is stored
   RACY 4 'sum': two starts, one stop
   RACY 5 'sum': another number is stored later
   RACY 6 'sum': looked up before the creations
   RACY 7 'sum': an early way out does not store it
   RACY 8 'sum': stored in each round, one less
   RACY 9 'sum': the other pool is stopped
   RACY 10 'sum': a jump leaves it out
   RACY 11 'sum': a thread sets another number
   RACY 12 'sum': only half of what it is
   RACY 13 'sum': the handles of some are overwritten
   RACY 14 'sum': stored into a narrow field
   WITHOUT schedule: which would try out all orders */
#include "common.h"
#include <setjmp.h>
struct pool {
  pthread_t *t;
#if R == 14
  unsigned char n;
#else
  int n;
#endif
  pthread_mutex_t m;
};
static struct pool *pool, *other;
static long sum;
static jmp_buf out;
static void *work (void *a)
{
  struct pool *p = a;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock (&p->m);
    sum++;
#if R == 11
    p->n = 1;
#endif
    pthread_mutex_unlock (&p->m);
  }
  return 0;
}
static void pool_stop (struct pool *p)
{
#if R == 6
  return;
#endif
  for (int i = 0; i < p->n; i++)
    pthread_join (p->t[i], NULL);
}
static void check (int i)
{
#if R == 10
  if (i > 3)
    longjmp (out, 1);
#endif
}
static void pool_start (struct pool *p, int n)
{
  int i;
  p->t = malloc (n * sizeof *p->t);
  for (i = 0; i < n; i++) {
#if R == 13
    if (pthread_create (&p->t[i / 2], NULL, work, p))
#else
    if (pthread_create (&p->t[i], NULL, work, p))
#endif
      break;
#if R == 7
    if (i == 7)
      return;
#elif R == 8
    p->n = i;
#endif
  }
  check (i);
#if R == 1
  p->n = i - 1;
#elif R == 2
  if (i == n)
    p->n = i;
#elif R == 3
  pool_stop (p);
  p->n = i;
#elif R == 12
  p->n = i / 2;
#elif R != 8
  p->n = i;
#endif
}
int main (int argc, char **argv)
{
  pool = calloc (1, sizeof *pool);
  other = calloc (1, sizeof *other);
  pthread_mutex_init (&pool->m, NULL);
#if R == 6
  int k = pool->n;
#endif
#if R == 10
  if (!setjmp (out))
#endif
    pool_start (pool, argc + 1);
#if R == 4
  pool_start (pool, argc);
#elif R == 5
  if (argc > 1)
    pool->n = 1;
#endif
#if R == 6
  for (int i = 0; i < k; i++)
    pthread_join (pool->t[i], NULL);
#endif
#if R == 9
  pool_stop (other);
#elif R != 3
  pool_stop (pool);
#endif
  sum++;
  printf ("%ld\n", sum);
  return 0;
}
