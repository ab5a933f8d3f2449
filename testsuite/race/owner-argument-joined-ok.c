/* What a thread has worked on is freed when it has been joined, while others still run.  */
#include <pthread.h>
#include <stdlib.h>

struct work {
  int n;
};

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
  for (int i = 0; i < 3; i++) {
    w[i] = calloc (1, sizeof **w);
    pthread_create (&t[i], NULL, run, w[i]);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join (t[i], NULL);
    free (w[i]);
  }
  return 0;
}
