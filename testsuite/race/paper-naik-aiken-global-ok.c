/* Naik & Aiken, figure 1 with L = a: one lock for all of the array. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 5

struct inner {
  int g;
};

struct outer {
  struct inner *f;
};

static struct {
  pthread_mutex_t lock;
  struct outer *at[N];
} a = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *set (void *arg)
{
  struct outer *x = arg;

  pthread_mutex_lock (&a.lock);
  x->f->g = N;
  pthread_mutex_unlock (&a.lock);
  return NULL;
}

int main (void)
{
  pthread_t id[2 * N];

  for (int i = 0; i < N; i++) {
    a.at[i] = malloc (sizeof *a.at[i]);
    a.at[i]->f = malloc (sizeof *a.at[i]->f);
  }
  for (int i = 0; i < 2 * N; i++)
    pthread_create (&id[i], NULL, set, a.at[i * 3 % N]);
  pthread_mutex_lock (&a.lock);
  puts ("started");
  pthread_mutex_unlock (&a.lock);
  for (int i = 0; i < 2 * N; i++)
    pthread_join (id[i], NULL);
  return 0;
}
