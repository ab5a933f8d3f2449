/* Threads get what an array holds, which is written until they are created.  */
#include <pthread.h>
#include <stdlib.h>

struct work {
  int n;
};

static volatile int ticks;

static void *run (void *p)
{
  struct work *w = p;
  w->n++;
  return NULL;
}

int main (void)
{
  pthread_t t[3];
  struct work *w[3];
  for (int i = 0; i < 3; i++)
    w[i] = malloc (sizeof **w);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++)
      ticks++;
    w[i]->n = 5;
    pthread_create (&t[i], NULL, run, w[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return w[0]->n;
}
