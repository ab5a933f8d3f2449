/* The array also keeps, in the place of one thread, what the next one works on.  */
#include <pthread.h>
#include <stdlib.h>

struct work {
  int n;
};

static void *run (void *p)
{
  struct work *w = p;
  w->n++; /* dg-warning "data race on .w->n" */
  return NULL;
}

int main (void)
{
  pthread_t t[3];
  struct work *w[3], *k;
  for (int i = 0; i < 3; i++) {
    k = calloc (1, sizeof *k);
    w[i] = k;
    if (i)
      w[i - 1] = k;
    pthread_create (&t[i], NULL, run, k);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join (t[i], NULL);
    w[i]->n = 3; /* dg-message "written here by thread .main" */
  }
  return 0;
}
