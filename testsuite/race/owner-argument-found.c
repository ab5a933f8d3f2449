/* Threads get what an array holds, where two places hold the same.  */
#include <pthread.h>
#include <stdlib.h>

struct work {
  int n;
};

static volatile int ticks;

static void *run (void *p)
{
  struct work *w = p;
  w->n++; /* dg-warning "data race on .w->n" */
  return NULL;
}

int main (void)
{
  pthread_t t[3];
  struct work *w[3] = {NULL};
  for (int i = 0; i < 3; i++)
    w[i] = i == 2 ? w[0] : malloc (sizeof **w);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++)
      ticks++;
    pthread_create (&t[i], NULL, run, w[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return w[0]->n;
}
