/* When a thread has been joined, what the next one works on is written.  */
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
  struct work *w[3];
  for (int i = 0; i < 3; i++) {
    w[i] = calloc (1, sizeof **w);
    pthread_create (&t[i], NULL, run, w[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join (t[i], NULL);
    w[i + 1]->n = 3; /* dg-message "written here by thread .main" */
  }
  pthread_join (t[2], NULL);
  return 0;
}
