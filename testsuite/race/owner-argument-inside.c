/* Each thread has an object, and a pointer in it to a part of the one before.  */
#include <pthread.h>
#include <stdlib.h>

struct part {
  int value;
};

struct whole {
  struct part parts[2];
  struct part *chosen;
};

static void *work (void *p)
{
  struct whole *w = p;
  w->chosen->value++; /* dg-warning "data race on .w->chosen->value" */
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  struct whole *w[2];
  for (int i = 0; i < 2; i++)
    w[i] = calloc (1, sizeof **w);
  for (int i = 0; i < 2; i++)
    w[i]->chosen = &w[0]->parts[1];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, w[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
