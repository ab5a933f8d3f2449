/* Each thread counts a latch down once, after it has written its element. */
#include <pthread.h>

enum { N = 3 };

struct latch {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int count;
};

static struct latch latch = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, N};
static int part[N];

static void down (struct latch *l)
{
  pthread_mutex_lock (&l->lock);
  if (--l->count == 0)
    pthread_cond_broadcast (&l->changed);
  pthread_mutex_unlock (&l->lock);
}

static void await (struct latch *l)
{
  pthread_mutex_lock (&l->lock);
  while (l->count > 0)
    pthread_cond_wait (&l->changed, &l->lock);
  pthread_mutex_unlock (&l->lock);
}

static void *worker (void *number)
{
  part[(long)number] = 1;
  down (&latch);
  return NULL;
}

int main (void)
{
  pthread_t id[N];
  for (long i = 0; i < N; i++)
    pthread_create (&id[i], NULL, worker, (void *)i);
  await (&latch);
  return part[0] + part[1] + part[2];
}
