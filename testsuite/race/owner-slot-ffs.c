/* Slots from a mask of free ones, by the number of its lowest bit. Racy: the bit is not taken out
   of the mask. */
#include <pthread.h>
#include <strings.h>

static struct pool {
  pthread_mutex_t lock;
  int free_mask;
  long counter[16];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .free_mask = 0xffff };

static int pool_take (struct pool *p)
{
  int n;

  pthread_mutex_lock (&p->lock);
  n = ffs (p->free_mask) - 1;
  pthread_mutex_unlock (&p->lock);
  return n;
}

static void pool_give (struct pool *p, int n)
{
  pthread_mutex_lock (&p->lock);
  p->free_mask |= 1 << n;
  pthread_mutex_unlock (&p->lock);
}

static void *worker (void *unused)
{
  int n = pool_take (&pool);

  if (n < 0)
    return NULL;
  for (int i = 0; i < 100; i++)
    pool.counter[n]++; /* dg-warning "data race on 'pool\.counter\[\]'" dg-message "updated here" dg-message "updated here" */
  pool_give (&pool, n);
  return unused;
}

int main (void)
{
  pthread_t a, b, c;

  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_create (&c, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return 0;
}
