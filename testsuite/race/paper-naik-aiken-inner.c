/* Naik & Aiken, figure 1 with L = x.f: the lock lies in the object that is written.
   Racy: L = x, and two x share f. */
#include <pthread.h>
#include <stdlib.h>

#define N 5

struct inner {
  int g;
};

struct outer {
  pthread_mutex_t lock;
  struct inner *f;
};

static struct outer *a[N];

static void *set (void *arg)
{
  struct outer *x = arg;

  pthread_mutex_lock (&x->lock);
  x->f->g++; /* dg-warning "data race on '[^']*g" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&x->lock);
  return NULL;
}

int main (void)
{
  pthread_t id[2 * N];

  for (int i = 0; i < N; i++) {
    a[i] = malloc (sizeof *a[i]);
    a[i]->f = calloc (1, sizeof *a[i]->f);
    pthread_mutex_init (&a[i]->lock, NULL);
  }
  a[1]->f = a[0]->f;
  for (int i = 0; i < 2 * N; i++)
    pthread_create (&id[i], NULL, set, a[i * 3 % N]);
  for (int i = 0; i < 2 * N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
