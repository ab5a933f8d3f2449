/* Naik & Aiken, figure 1 with L = x.f: the lock lies in the object that is written. */
#include <pthread.h>
#include <stdlib.h>

#define N 5

struct inner {
  pthread_mutex_t lock;
  int g;
};

struct outer {
  struct inner *f;
};

static struct outer *a[N];

static void *set (void *arg)
{
  struct outer *x = arg;

  pthread_mutex_lock (&x->f->lock);
  x->f->g++;
  pthread_mutex_unlock (&x->f->lock);
  return NULL;
}

int main (void)
{
  pthread_t id[2 * N];

  for (int i = 0; i < N; i++) {
    a[i] = malloc (sizeof *a[i]);
    a[i]->f = calloc (1, sizeof *a[i]->f);
    pthread_mutex_init (&a[i]->f->lock, NULL);
  }
  for (int i = 0; i < 2 * N; i++)
    pthread_create (&id[i], NULL, set, a[i * 3 % N]);
  for (int i = 0; i < 2 * N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
